import { agentColumn } from "../assignments/agent-column.tsx";
import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { offers } from "../json-api/service.ts";
import { changeQuery } from "../lists/change-in-place.ts";
import { isWhole, listQuery, readList, shownPage } from "../lists/list-state.ts";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { selectable } from "../lists/load-selection.server.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { noticeOf, obeyedState, obeysAt } from "../lists/obeyed.server.ts";
import { useBoxes } from "../lists/select-box.tsx";
import { findFilter } from "../picking/find-filter.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { opportunitiesPath } from "../record-paths.ts";
import { agentOf, apiOf, load, logFaults } from "../session/session.server.ts";
import type { Route } from "./+types/index";
import { listChoices } from "./list-choices.server.ts";
import { NoOpportunities } from "./no-opportunities.tsx";
import { listOpportunities } from "./opportunities.server.ts";
import { clientFilter, filters, isAlone, isOverList, listState, opportunityList } from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import { rowOf } from "./opportunity-row.ts";
import { OpportunityTable, ofAll } from "./opportunity-table.tsx";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const api = apiOf(context);
  const views = loadViews(context, opportunityList);
  const client = await findFilter(api, pickableClients, url, clientFilter, logFaults(context));
  const asked = { ...readList(listState, url.searchParams), client: client.id };
  const obeys = obeysAt(api, "opportunities");
  const state = obeyedState(filters, asked, obeys);
  const found = await load(listOpportunities(api, state));
  const shownAgent = await loadListAgent(context, {
    id: state.agent,
    all: opportunitiesPath + listQuery({ ...state, agent: null }),
  });
  const pictures = context.get(picturesContext);
  const now = new Date();
  return {
    list: {
      ...selectable(context, { list: opportunityList, url }, found, shownPage(opportunitiesPath, state, found)),
      notice: noticeOf(found, asked, state),
      offers: { search: obeys("filter[search]"), client: obeys("filter[client_id]") },
      choices: listChoices(state, obeys),
      rows: found.items.map((item) => rowOf(item, pictures, agent.workspace, now)),
      hasAgents: saysAgents(found.items),
      client: await client.shown,
      agent: shownAgent,
      saved: (await views)(listQuery(state)),
      can: {
        create: agent.can("opportunities.create"),
        trash: agent.can("opportunities.create") && offers(api.service, "trashed_records"),
        export: agent.can("opportunities.export"),
      },
    },
  };
}

export const shouldRevalidate = revalidateUnlessDialog(isOverList);

export default function Opportunities({ loaderData: { list } }: Route.ComponentProps) {
  return <ListWithDialog list={list === null ? null : <OpportunityTablePage {...list} />} />;
}

function OpportunityTablePage({
  rows,
  hasAgents,
  foot,
  ...list
}: NonNullable<Route.ComponentProps["loaderData"]["list"]>) {
  const columns = ofAll(changeQuery(list.state), hasAgents ? [agentColumn] : []);
  const boxed = useBoxes(list.selection, columns, ({ client, property }) => `${client.name}, ${property.street}`);
  return (
    <OpportunityListPage here={opportunitiesPath} columns={7} {...list}>
      {rows.length === 0 && isWhole(list.state) ? (
        <NoOpportunities state={list.state} mayCreate={list.can.create} />
      ) : (
        <OpportunityTable columns={boxed} rows={rows} foot={foot} orders={list.choices.columns} />
      )}
    </OpportunityListPage>
  );
}
