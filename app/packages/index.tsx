import { href } from "react-router";
import { agentColumn } from "../assignments/agent-column.tsx";
import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { findClientAddress } from "../clients/clients.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { changeQuery } from "../lists/change-in-place.ts";
import { ListPage } from "../lists/list-page.tsx";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { openList, showPage, wordsIn } from "../lists/load-list.server.ts";
import { useBoxes } from "../lists/select-box.tsx";
import { FitFilter, FitNotLoaded } from "../matching/fit-filter.tsx";
import { loadFitFilter } from "../matching/fits.server.ts";
import { recordFilter } from "../picking/record-filter.tsx";
import { picturesContext } from "../pictures/pictures.ts";
import { newPackagePath } from "../record-paths.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { usualHouseTypes } from "../used-words/used-words.ts";
import type { Route } from "./+types/index";
import { ClientCell, CompCell, DueCell, figure, firstOf, orAdd, PriceCell, PropertyCell } from "./package-cells.tsx";
import { isAlone, isOverList, packageList } from "./package-list.ts";
import { type PackageRow, rowOf } from "./package-row.ts";
import { listPackages } from "./packages.server.ts";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const pickers = { client: [apiOf(context), pickableClients] as const };
  const list = await openList(context, packageList, url, { pickers });
  const fitting = loadFitFilter(
    context,
    "client",
    list.asked.fits,
    async (api, id) => (await findClientAddress(api, id)).name,
  );
  const shownAgent = loadListAgent(context, list);
  const found = await load(listPackages(list.api, list.state));
  const fit = await fitting;
  const pictures = context.get(picturesContext);
  return {
    list: await showPage(context, list, found, {
      fit,
      agent: await shownAgent,
      suggestions: { type: usualHouseTypes, tag: wordsIn(found.items.map(({ tags }) => tags ?? [])) },
    }),
    rows: found.items.map((item) => ({
      ...rowOf(item, pictures, agent.workspace.id),
      fit: fit?.reasonOf(item.id) ?? null,
    })),
    hasAgents: saysAgents(found.items),
    canPair: agent.can("opportunities.create"),
  };
}

export const shouldRevalidate = revalidateUnlessDialog(isOverList);

type Loaded = Extract<Route.ComponentProps["loaderData"], { list: object }>;

export default function Packages({ loaderData }: Route.ComponentProps) {
  return <ListWithDialog list={loaderData.list === null ? null : <PackageListPage {...loaderData} />} />;
}

function PackageListPage({ list, rows, hasAgents, canPair }: Loaded) {
  // Who changes a price comes back to a list where nothing is chosen.
  const shown = columnsOf(list.selection?.isKept ? null : changeQuery(list.state), canPair).filter(
    (column) => hasAgents || column !== wideAgentColumn,
  );
  return (
    <ListPage
      list={list}
      recordFilter={recordFilter}
      besideSearch={list.fit && <FitFilter fit={list.fit} />}
      columns={8}
      empty={
        <EmptyState
          action={list.create ? <LinkButton href={newPackagePath}>Create your first property</LinkButton> : null}
        >
          No properties yet.
        </EmptyState>
      }
    >
      <FitNotLoaded fit={list.fit} />
      <DataTable
        dense
        caption="Opportunities"
        columns={useBoxes(list.selection, shown, ({ street }) => street)}
        orders={list.orders}
        rows={rows}
        rowKey={({ id }) => id}
        foot={<TableFoot {...list.foot} />}
      />
    </ListPage>
  );
}

/** Below that there is no room beside the other columns. */
const wideAgentColumn: Column<PackageRow> = { ...agentColumn, from: "xl" };

/** @param query of `changeQuery`; null while rows are being chosen @param canPair whether opportunities can be opened */
const columnsOf = (query: string | null, canPair: boolean): readonly Column<PackageRow>[] => [
  {
    head: "Rank",
    card: "none",
    from: "xl",
    muted: true,
    cell: ({ number }) => (number === null ? "—" : `#${number}`),
  },
  {
    head: "Property",
    card: "lead",
    part: 32,
    cell: (row) => <PropertyCell {...row} />,
  },
  {
    head: "Client",
    from: "md",
    part: 25,
    cell: (row) => <ClientCell {...row} canPair={canPair} />,
  },
  {
    head: "Beds",
    from: "lg",
    numeric: true,
    cell: orAdd("beds", "beds", ({ beds }) => figure(beds, "Bd")),
  },
  {
    head: "Baths",
    from: "lg",
    numeric: true,
    cell: orAdd("baths", "baths", ({ baths }) => figure(baths, "Ba")),
  },
  {
    head: "Sqft",
    labelled: true,
    from: "xl",
    numeric: true,
    cell: orAdd("sqft", "sqft", ({ sqft }) => figure(sqft)),
  },
  {
    head: "Schools",
    card: "none",
    from: "xl",
    part: 14,
    cell: orAdd("schools", "schools", ({ schools }) => firstOf(schools), "small two"),
  },
  {
    head: "Area",
    card: "none",
    from: "xl",
    part: 14,
    cell: orAdd("an area", "area", ({ area }) => area, "two"),
  },
  {
    head: "List price",
    card: "end",
    numeric: true,
    cell: (row) => <PriceCell {...row} query={query} />,
  },
  {
    head: "Comp. value",
    card: "none",
    from: "lg",
    numeric: true,
    cell: (row) => <CompCell {...row} />,
  },
  { head: "Offers due", cell: (row) => <DueCell {...row} /> },
  wideAgentColumn,
  {
    head: "Edit",
    silent: true,
    numeric: true,
    card: "none",
    cell: ({ id, street, canUpdate }) =>
      canUpdate ? (
        <a
          className="btn quiet only"
          href={href("/packages/:packageId/edit", { packageId: id })}
          aria-label={`Edit ${street}`}
          title="Edit"
        >
          <Icon name="edit" />
          <span className="vh">Edit</span>
        </a>
      ) : null,
  },
];
