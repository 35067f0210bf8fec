import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import * as z from "zod/mini";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { changeKey, FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import type { RecordOf } from "../json-api/resource.ts";
import { offers } from "../json-api/service.ts";
import { settle } from "../json-api/settle.ts";
import { isStage, labelOfStage, stages } from "../labels.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import { noticeOf, obeyedState, obeysAt } from "../lists/obeyed.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { pickableClients } from "../picking/pickable-records.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { loadViews } from "../saved-views/load-views.server.ts";
import { agentOf, apiOf, load, logFaults, recordId } from "../session/session.server.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatShortMoney } from "../ui/number-format.ts";
import type { Route } from "./+types/board";
import type { BoardCard, BoardColumn } from "./board-card.ts";
import { listChoices } from "./list-choices.server.ts";
import { NoOpportunities } from "./no-opportunities.tsx";
import { listCards, totalStages } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import {
  boardPath,
  boardQuery,
  clientFilter,
  filters,
  isChosen,
  listState,
  type OpportunityListState,
  opportunityList,
  stagePath,
} from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import type { FoundOpportunity, stageCounts } from "./opportunity-resources.server.ts";
import { type OpportunityRow, rowOf } from "./opportunity-row.ts";
import { isShowingToCome, moveOpportunity } from "./opportunity-writes.server.ts";
import { Board } from "./stage-board.tsx";
import { withUndo } from "./undo.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const api = apiOf(context);
  const views = loadViews(context, opportunityList, boardPath);
  const client = await findFilter(api, pickableClients, url, clientFilter, logFaults(context));
  const asked = { ...readList(listState, url.searchParams), client: client.id };
  const obeys = obeysAt(api, "opportunities");
  const state = obeyedState(filters, asked, obeys);
  const counting = state.q === "" ? settle(api, (api) => totalStages(api, state), logFaults(context)) : null;
  const found = await load(listCards(api, state));
  const shownAgent = await loadListAgent(context, {
    id: state.agent,
    all: boardPath + listQuery({ ...state, agent: null }),
  });
  const pictures = context.get(picturesContext);
  const now = new Date();
  // Each card is a form of its own.
  const start = await startForm(context, { etag: "board" });
  const cards = found.items.map((item) => cardOf(item, rowOf(item, pictures, agent.workspace, now), changeKey));
  const counts = await counting;
  return {
    state,
    notice: noticeOf(found, asked, state),
    offers: { search: obeys("filter[search]"), client: obeys("filter[client_id]") },
    choices: listChoices(state, obeys),
    start,
    counting: counts === null || counts.ok ? { ok: true as const, data: null } : counts,
    columns: columnsOf(cards, state, counts?.ok ? counts.data : null),
    client: await client.shown,
    agent: shownAgent,
    saved: (await views)(listQuery(state)),
    isFirstInstead: false,
    can: {
      create: agent.can("opportunities.create"),
      trash: agent.can("opportunities.create") && offers(api.service, "trashed_records"),
      export: agent.can("opportunities.export"),
    },
  };
}

/** Also after a card went back: it may stand elsewhere by now. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === "POST";
}

/** Puts a card at another stage, where that asks for nothing. The address says which board to come back to. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const from = { request, context, ofRecord: true };
  const answer = await submitForm(from, boardMoveForm, async ({ api, value: { opportunityId, ...typed }, key }) => {
    const id = recordId(opportunityId);
    try {
      const moved = await moveOpportunity(api, id, typed, { key, timeZone: "UTC" });
      const location = boardPath + listQuery(readList(listState, url.searchParams));
      return { location, toast: `Stage: ${labelOfStage(typed.to)}.`, ...withUndo(moved) };
    } catch (error) {
      if (isShowingToCome(error))
        throw redirect(stagePath(id, typed.to, boardQuery(readList(listState, url.searchParams))));
      const text = error instanceof ApiError ? reasons[error.kind] : undefined;
      throw text === undefined ? error : new FormRefusal({ text });
    }
  });
  // Or each card that is put down would be one more step back.
  if (answer instanceof Response) answer.headers.set("X-Remix-Replace", "true");
  return answer;
}

/** Why a card goes back. */
const reasons: Partial<Record<ApiErrorKind, string>> = {
  stale: "Someone else moved it. The board shows where it is now.",
  conflict: "This client has another open opportunity for this property. It stays where it was.",
  invalid: "This deal can't move there directly. It stays where it was.",
  forbidden: "You don't have permission to move it. It stays where it was.",
  missing: "It no longer exists.",
};

export default function OpportunityBoard({ loaderData: { columns, counting, start, ...list } }: Route.ComponentProps) {
  return (
    <OpportunityListPage here={boardPath} {...list}>
      <NotLoadedLine what="numbers of deals" part={counting} />
      {columns.every(({ cards }) => cards.length === 0) ? (
        <NoOpportunities state={list.state} mayCreate={list.can.create} />
      ) : null}
      <Board columns={columns} state={list.state} start={start} />
    </OpportunityListPage>
  );
}

/**
 * The columns of the board: all stages, or those that the filter leaves.
 * @param found the service's counts; null where there are none, as under a search
 */
function columnsOf(
  cards: readonly BoardCard[],
  state: OpportunityListState,
  found: RecordOf<typeof stageCounts> | null,
): BoardColumn[] {
  return stages
    .filter((stage) => isChosen(stage, state.stage))
    .map((stage) => {
      const { total = null, values = [] } = found?.counts.find((count) => count.stage === stage) ?? {};
      const isCut = total !== null && found !== null && total >= found.most;
      const worth = (values ?? []).map(({ currency, amount }) => formatShortMoney(currency, amount));
      const value = isCut ? "" : worth.join(" + ");
      return { stage, cards: cards.filter((card) => card.stage === stage), total, value, isCut };
    });
}

/** What the board shows of an opportunity. @param keyOf gives a form's key by a version */
function cardOf(found: FoundOpportunity, row: OpportunityRow, keyOf: (version: string | null) => string): BoardCard {
  const moves = openMoves(found).flatMap(({ to, needs, needsReason }) =>
    isStage(to) ? [{ to, asks: needsReason || needs.length > 0 }] : [],
  );
  return { ...row, key: keyOf(found.etag), moves };
}

/** What is sent when a card is put somewhere: which one, from where to where. */
const boardMoveForm = z.object({
  opportunityId: z.string().check(z.maxLength(1000)),
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
});
