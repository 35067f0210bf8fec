import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { changeKey, FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { offers } from "../json-api/service.ts";
import { settle } from "../json-api/settle.ts";
import { labelOfStage } from "../labels.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import { noticeOf, obeyedState, obeysAt } from "../lists/obeyed.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { pickableClients } from "../picking/pickable-records.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { loadViews } from "../saved-views/load-views.server.ts";
import { agentOf, apiOf, load, logFaults, recordId } from "../session/session.server.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/board";
import { columnsOf } from "./board-columns.server.ts";
import { boardMoveForm, cardOf } from "./board-moves.server.ts";
import { listChoices } from "./list-choices.server.ts";
import { NoOpportunities } from "./no-opportunities.tsx";
import { listCards, totalStages } from "./opportunities.server.ts";
import {
  boardPath,
  boardQuery,
  clientFilter,
  filters,
  listState,
  opportunityList,
  stagePath,
} from "./opportunity-list.ts";
import { OpportunityListPage } from "./opportunity-list-page.tsx";
import { rowOf } from "./opportunity-row.ts";
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
