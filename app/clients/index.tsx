import { phoneText } from "../../spelling/phone-text.ts";
import { agentColumn } from "../assignments/agent-column.tsx";
import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { ListPage } from "../lists/list-page.tsx";
import { isAt, isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { openList, showPage, wordsIn } from "../lists/load-list.server.ts";
import { useBoxes } from "../lists/select-box.tsx";
import { FitFilter, FitNotLoaded } from "../matching/fit-filter.tsx";
import { loadFitFilter } from "../matching/fits.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { findAddress } from "../packages/packages.server.ts";
import { recordFilter } from "../picking/record-filter.tsx";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { clientPath, importClientsPath, inviteClientPath, newClientPath } from "../record-paths.ts";
import type { Agent } from "../session/current-user.ts";
import { agentOf, identityApiOf, load } from "../session/session.server.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton } from "../ui/contact.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { withCall } from "../ui/phone.server.ts";
import { TableFoot } from "../ui/table-foot.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Route } from "./+types/index";
import type { Client } from "./client.ts";
import { clientList } from "./client-list.ts";
import { listClients } from "./clients.server.ts";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isAt(newClientPath))) return { list: null };
  // The page says whose clients are shown already.
  const isChoosing = clientList.stateOf(url.searchParams).agent === null && agent.can("activity.view");
  const pickers = { agent: isChoosing ? ([identityApiOf(context), pickableColleagues] as const) : null };
  const list = await openList(context, clientList, url, { pickers });
  const fitting = loadFitFilter(
    context,
    "package",
    list.asked.fits,
    async (api, id) => (await findAddress(api, id)).street,
  );
  const shownAgent = loadListAgent(context, list);
  const found = await load(listClients(list.api, list.state));
  const fit = await fitting;
  const pictures = context.get(picturesContext);
  return {
    list: await showPage(context, list, found, {
      fit,
      agent: await shownAgent,
      suggestions: {
        tag: wordsIn(found.items.map(({ tags }) => tags ?? [])),
        area: wordsIn(found.items.map(({ buyerProfile }) => buyerProfile?.preferredAreas ?? [])),
      },
    }),
    rows: found.items.map((client) => ({ ...rowOf(client, pictures, agent), fit: fit?.reasonOf(client.id) ?? null })),
    hasAgents: saysAgents(found.items),
  };
}

/** How long a client is new with whom there was no contact: a week, in milliseconds. */
const newFor = 7 * 86_400_000;

function rowOf(client: Client, pictures: Pictures, agent: Agent): Omit<ClientRow, "fit"> {
  const { id, name, email, phoneNumber, profileImageUrl } = client;
  return withCall({
    id,
    name,
    email,
    phoneNumber,
    picture: profileImageUrl === null ? null : pictures.pathOf(profileImageUrl, 200, agent.workspace.id),
    message: writingPath(agent, client),
    lastActivityAt: client.lastActivityAt,
    isNew: client.insertedAt !== null && Date.now() - Date.parse(client.insertedAt) < newFor,
    areas: client.buyerProfile?.preferredAreas ?? [],
    tags: client.tags ?? [],
    agent: client.assignedAccountName ?? null,
  });
}

export const shouldRevalidate = revalidateUnlessDialog(isAt(newClientPath));

type Loaded = Extract<Route.ComponentProps["loaderData"], { list: object }>;

export default function Clients({ loaderData }: Route.ComponentProps) {
  return <ListWithDialog list={loaderData.list === null ? null : <ClientListPage {...loaderData} />} />;
}

function ClientListPage({ list, rows, hasAgents }: Loaded) {
  return (
    <ListPage
      list={list}
      recordFilter={recordFilter}
      besideSearch={list.fit && <FitFilter fit={list.fit} />}
      columns={5}
      empty={
        <EmptyState
          action={list.create ? <LinkButton href={inviteClientPath()}>Invite your first client</LinkButton> : null}
        >
          No clients yet. {list.importPath ? <a href={importClientsPath}>Import a list</a> : null}
        </EmptyState>
      }
    >
      <FitNotLoaded fit={list.fit} />
      <DataTable
        caption="Clients"
        columns={useBoxes(list.selection, hasAgents ? columns : withoutAgents, ({ name }) => name)}
        orders={list.orders}
        rows={rows}
        rowKey={({ id }) => id}
        foot={<TableFoot {...list.foot} />}
      />
    </ListPage>
  );
}

/** A client as a row of the list. */
interface ClientRow extends Pick<Client, "id" | "name" | "email" | "phoneNumber" | "lastActivityAt"> {
  /** Dials their number; null where there is none. */
  readonly call: string | null;
  /** On our own server. */
  readonly picture: string | null;
  /** Where one writes to them. */
  readonly message: string | null;
  readonly areas: readonly string[];
  readonly tags: readonly string[];
  /** Added lately; said where there was no contact yet. */
  readonly isNew: boolean;
  readonly agent: string | null;
  /** How well they fit the property that the list names, and why; null where it names none. */
  readonly fit: string | null;
}

const columns: readonly Column<ClientRow>[] = [
  {
    head: "Client",
    card: "lead",
    part: 44,
    cell: ({ id, name, email, phoneNumber, picture, tags, fit }) => (
      <Person name={name} detail={email ?? phoneNumber} picture={picture} href={clientPath(id)}>
        {fit === null ? null : <p className="small muted">{fit}</p>}
        {tags.length === 0 ? null : <div className="labels small muted">{tags.join(", ")}</div>}
      </Person>
    ),
  },
  {
    head: "Phone",
    card: "none",
    from: "md",
    cell: ({ phoneNumber }) => (phoneNumber === null ? "—" : phoneText(phoneNumber)),
  },
  {
    head: "Last activity",
    muted: true,
    cell: ({ lastActivityAt, isNew }) =>
      lastActivityAt === null && isNew ? "New" : <DateTime value={lastActivityAt} />,
  },
  {
    head: "Preferred areas",
    card: "rest",
    from: "lg",
    part: 32,
    title: ({ areas }) => areas.join(", ") || null,
    cell: ({ areas }) => <Tags items={areas} />,
  },
  agentColumn,
  {
    head: "Call and message",
    silent: true,
    card: "end",
    cell: ({ name, call, message }) => (
      <div className="actions">
        <ContactButton act="Call" name={name} to={call} />
        <ContactButton act="Message" name={name} to={message} />
      </div>
    ),
  },
];

const withoutAgents = columns.filter((column) => column !== agentColumn);
