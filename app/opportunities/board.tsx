import { settle } from "../json-api/settle.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { load } from "../session/loading.server.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/board";
import { filterClients } from "./filter-clients.server.ts";
import { countStages, listCards } from "./opportunities.server.ts";
import { isStage, type Stage, stageLabels } from "./opportunity.ts";
import { boardPath, type OpportunityListState, readListState } from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import { type OpportunityRow, rowOf } from "./opportunity-row.ts";
import { Board, type BoardColumn } from "./stage-board.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Board · Latchkey" }];

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readListState(url.searchParams);
  const api = apiOf(context);
  const choosing = filterClients(api, state.clientId);
  const counting = settle(countStages(api));
  const found = await load(listCards(api, state));
  const pictures = context.get(picturesContext);
  const now = new Date();
  const cards = found.map((item) => rowOf(item, pictures, agent.workspace.id, now));
  const counts = await counting;
  return {
    state,
    columns: columnsOf(cards, state, counts.ok ? counts.data : null),
    clients: await choosing,
    isFirstInstead: false,
    canCreate: agent.can("opportunities.create"),
  };
}

interface Counts {
  readonly counts: readonly { readonly stage: string; readonly total: number }[];
  readonly most: number;
}

/** All stages, or the one that is asked for. Under a filter nobody has counted. */
function columnsOf(
  cards: readonly OpportunityRow[],
  state: OpportunityListState,
  counts: Counts | null,
): BoardColumn[] {
  const isFiltered = state.clientId !== null || state.rank !== null;
  return stages
    .filter((stage) => state.stage === null || state.stage === stage)
    .map((stage) => {
      const total = isFiltered ? null : (counts?.counts.find((count) => count.stage === stage)?.total ?? null);
      const isCut = total !== null && counts !== null && total >= counts.most;
      return { stage, cards: cards.filter((card) => card.stage === stage), total, isCut };
    });
}

const stages: readonly Stage[] = Object.keys(stageLabels).filter(isStage);

export default function OpportunityBoard({ loaderData: { columns, ...list } }: Route.ComponentProps) {
  return (
    <OpportunityListPage here={boardPath} {...list}>
      <Board columns={columns} state={list.state} />
    </OpportunityListPage>
  );
}
