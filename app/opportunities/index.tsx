import { agentColumn } from "../assignments/agent-column.tsx";
import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { changeQuery } from "../lists/change-in-place.ts";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { openList, showPage } from "../lists/load-list.server.ts";
import { useBoxes } from "../lists/select-box.tsx";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/index";
import { listOpportunities } from "./opportunities.server.ts";
import { isAlone, isOverList, opportunityList } from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import { rowOf } from "./opportunity-row.ts";
import { OpportunityTable, ofAll } from "./opportunity-table.tsx";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const pickers = { client: [apiOf(context), pickableClients] as const };
  const list = await openList(context, opportunityList, url, { pickers });
  const shownAgent = loadListAgent(context, list);
  const found = await load(listOpportunities(list.api, list.state));
  const pictures = context.get(picturesContext);
  const now = new Date();
  return {
    list: await showPage(context, list, found, { agent: await shownAgent }),
    rows: found.items.map((item) => rowOf(item, pictures, agent.workspace, now)),
    hasAgents: saysAgents(found.items),
  };
}

export const shouldRevalidate = revalidateUnlessDialog(isOverList);

type Loaded = Extract<Route.ComponentProps["loaderData"], { list: object }>;

export default function Opportunities({ loaderData }: Route.ComponentProps) {
  return <ListWithDialog list={loaderData.list === null ? null : <OpportunityTablePage {...loaderData} />} />;
}

function OpportunityTablePage({ list, rows, hasAgents }: Loaded) {
  const columns = ofAll(changeQuery(list.state), hasAgents ? [agentColumn] : []);
  const boxed = useBoxes(list.selection, columns, ({ client, property }) => `${client.name}, ${property.street}`);
  return (
    <OpportunityListPage list={list} columns={7}>
      <OpportunityTable columns={boxed} rows={rows} foot={list.foot} orders={list.orders} />
    </OpportunityListPage>
  );
}
