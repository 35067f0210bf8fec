import type { ShouldRevalidateFunctionArgs } from "react-router";
import { footOf } from "../json-api/page-turn.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load, logFaults } from "../session/session.server.ts";
import { isPageOfItsOwn, ListWithDialog, revalidateOver } from "../ui/over-list.tsx";
import { WhileLoading } from "../ui/pending.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/index";
import { filterClients } from "./filter-clients.server.ts";
import { listOpportunities } from "./opportunities.server.ts";
import {
  listPath,
  newOpportunityPath,
  newOpportunitySubtitle,
  readListState,
  writeListState,
} from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import { rowOf } from "./opportunity-row.ts";
import { OpportunityTable, ofAll } from "./opportunity-table.tsx";

/** The list; null below a page that was opened at its own address and does not lie over a list. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isPageOfItsOwn(request, url, newOpportunityPath)) return { list: null };
  const state = readListState(url.searchParams);
  const api = apiOf(context);
  const choosing = filterClients(api, state.clientId, logFaults(context));
  const found = await load(listOpportunities(api, state));
  const pictures = context.get(picturesContext);
  const now = new Date();
  return {
    list: {
      state,
      rows: found.items.map((item) => rowOf(item, pictures, agent.workspace, now)),
      foot: footOf(found, (turn) => listPath + writeListState(state, turn)),
      clients: await choosing,
      isFirstInstead: found.isFirstInstead,
      canCreate: agent.can("opportunities.create"),
    },
  };
}

export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return revalidateOver(newOpportunityPath, change);
}

export default function Opportunities({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <ListWithDialog
      list={list === null ? null : <OpportunityList {...list} />}
      path={listPath}
      title="Open a new opportunity"
      subtitle={newOpportunitySubtitle}
    />
  );
}

function OpportunityList({ rows, foot, ...list }: NonNullable<Route.ComponentProps["loaderData"]["list"]>) {
  return (
    <OpportunityListPage here={listPath} {...list}>
      <WhileLoading section={listPath} exact skeleton={<TableSkeleton rows={15} columns={6} />}>
        <OpportunityTable columns={ofAll} rows={rows} foot={foot} />
      </WhileLoading>
    </OpportunityListPage>
  );
}
