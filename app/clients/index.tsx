import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { offers } from "../json-api/service.ts";
import { wordsIn } from "../lists/list-filters.ts";
import { listQuery, readList, shownPage } from "../lists/list-state.ts";
import { isAt, isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { selectable } from "../lists/load-selection.server.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { noticeOf, obeyedState, obeysAt } from "../lists/obeyed.server.ts";
import { loadFitFilter } from "../matching/fits.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { findAddress } from "../packages/packages.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { clientsPath, newClientPath } from "../record-paths.ts";
import type { Agent } from "../session/current-user.ts";
import { agentOf, apiOf, identityApiOf, load, logFaults } from "../session/session.server.ts";
import { withCall } from "../ui/phone.server.ts";
import type { Route } from "./+types/index";
import type { Client } from "./client.ts";
import { agentFilter } from "./client-filters.tsx";
import { ClientListPage } from "./client-list-page.tsx";
import { clientList, filters, listState } from "./client-list-state.ts";
import type { ClientRow } from "./client-table.tsx";
import { listClients } from "./clients.server.ts";
import { listChoices } from "./list-choices.server.ts";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isAt(newClientPath))) return { list: null };
  const asked = readList(listState, url.searchParams);
  const views = loadViews(context, clientList);
  const fitting = loadFitFilter(context, "package", asked.fits, async (api, id) => (await findAddress(api, id)).street);
  const chosenAgent =
    asked.agent === null && agent.can("activity.view")
      ? await findFilter(identityApiOf(context), pickableColleagues, url, agentFilter, logFaults(context))
      : null;
  const obeys = obeysAt(apiOf(context), "clients");
  const state = obeyedState(filters, asked, obeys);
  const found = await load(listClients(apiOf(context), state));
  const shownAgent = await loadListAgent(context, {
    id: state.agent,
    all: clientsPath + listQuery({ ...state, agent: null }),
  });
  const fit = await fitting;
  const pictures = context.get(picturesContext);
  return {
    list: {
      ...selectable(context, { list: clientList, url }, found, shownPage(clientsPath, state, found)),
      notice: noticeOf(found, asked, state),
      offers: { search: obeys("filter[search]"), archived: obeys("filter[archived]") },
      choices: listChoices(state, obeys, {
        tag: wordsIn(found.items.map(({ tags }) => tags ?? [])),
        area: wordsIn(found.items.map(({ buyerProfile }) => buyerProfile?.preferredAreas ?? [])),
      }),
      rows: found.items.map((client) => ({ ...rowOf(client, pictures, agent), fit: fit?.reasonOf(client.id) ?? null })),
      hasAgents: saysAgents(found.items),
      agent: shownAgent,
      fit: state.fits === null ? null : (fit?.shownAt(clientsPath + listQuery({ ...state, fits: null })) ?? null),
      saved: (await views)(listQuery(state)),
      agentFilter: chosenAgent === null || !obeys("filter[assigned_account_id]") ? null : await chosenAgent.shown,
      can: {
        create: agent.can("clients.create"),
        trash: agent.can("clients.create") && offers(apiOf(context).service, "trashed_records"),
        import: agent.can("clients.import"),
        export: agent.can("clients.export"),
      },
    },
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

export default function Clients({ loaderData: { list } }: Route.ComponentProps) {
  return <ListWithDialog list={list === null ? null : <ClientListPage {...list} />} />;
}
