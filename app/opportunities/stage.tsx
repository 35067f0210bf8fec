import { data } from "react-router";
import { findClientAnswers } from "../client-answers/client-answers.server.ts";
import { type ClientAnswers, isOfferRefused, wordsOnOffer } from "../client-answers/client-answers.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { asSpelled, labelOfStage } from "../labels.ts";
import { apiOf, logFaults, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { dayIn } from "../ui/date-format.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import type { Route } from "./+types/stage";
import { hasLeftovers } from "./after-closing.server.ts";
import { type AnsweredOffer, objectionTo } from "./answered-offer.tsx";
import { heldAtOf, listArranged, showingChoices, showingsToCome } from "./arranged-showings.server.ts";
import { clientOf } from "./deal-parties.ts";
import { nameOfMove } from "./deal-steps.ts";
import { refuseDuplicateDeal } from "./duplicate-deal.server.ts";
import { loadOpportunityFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { MoveChoices } from "./move-choices.tsx";
import { MoveConflict } from "./move-conflict.tsx";
import { findMissing, moveForm, type TypedMove } from "./move-form.ts";
import { NoAgreementNotice } from "./no-agreement-notice.tsx";
import { findOpportunity, listMoves } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import { OpportunityChange } from "./opportunity-change.tsx";
import { afterClosingPath, wayBack } from "./opportunity-list.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { isShowingToCome, moveOpportunity } from "./opportunity-writes.server.ts";
import { type OfferedTerms, StageForm } from "./stage-form.tsx";
import { withUndo } from "./undo.server.ts";

export { OpportunityChangeError as ErrorBoundary } from "./opportunity-change.tsx";

/** First the moves that may be made; with one of them in the address, what it asks for. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const to = asSpelled(url.searchParams.get("to") ?? "");
  const id = recordId(params.opportunityId);
  const [found, arranged, said] = await Promise.all([
    loadOpportunityFor("move", context, id),
    listArranged(context, id, to),
    to === "offer_sent" || to === "offer_accepted" ? findSaid(context, id) : null,
  ]);
  const moves = openMoves(found);
  const move = moves.find((one) => one.to === to) ?? null;
  const timeZone = zoneOf(found);
  return {
    item: shownItem(found),
    stage: found.stage,
    moves,
    move,
    showings: move?.to === "showing_scheduled" && arranged.ok ? showingChoices(arranged.data, found) : [],
    heldAt: move?.to === "showing_complete" && arranged.ok ? heldAtOf(arranged.data, timeZone) : "",
    toCome: move?.to === "showing_complete" && arranged.ok ? showingsToCome(arranged.data, found) : [],
    arranged: arranged.ok ? { ok: true as const, data: null } : arranged,
    timeZone,
    today: dayIn(timeZone),
    offered: offeredIn(found, said, timeZone),
    answered: move?.to === "offer_sent" ? answeredOffer(found, said) : null,
    hasNoAgreement: found.hasAgreement === false,
    clientId: clientOf(found).id,
    about: aboutDeal(found),
    way: wayBack(url, found.id),
    start: await startForm(context, { etag: found.etag }),
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm(
    { request, context },
    moveForm,
    async ({ api, value, key }) => {
      const found = await loadOpportunityFor("move", context, id);
      // Moved meanwhile, it is the service that says so.
      if (found.stage === value.from) {
        checkMove(found, value);
        if (value.to === "offer_sent") askWhetherMeant(answeredOffer(found, await findSaid(context, id)), value);
      }
      const terms = { key, timeZone: zoneOf(found) };
      const moved = await refuseDuplicateDeal(api, found, () =>
        askWhatBecame(() => moveOpportunity(api, id, value, terms)),
      );
      const packageId = found.package?.id ?? null;
      const closed = { id, packageId, closedAt: moved?.stageSince ?? null };
      const isLeft = value.to === "closed" && (await hasLeftovers(api, closed, logFaults(context)));
      const location = isLeft ? afterClosingPath(id, packageId) : wayBack(url, id).back;
      return { location, toast: `Stage: ${labelOfStage(value.to)}.`, ...withUndo(moved) };
    },
    async (api) => {
      const latest = settle(api, (api) => listMoves(api, id), logFaults(context));
      const [{ etag, stage }, moves] = await Promise.all([findOpportunity(api, id), latest]);
      return { etag, stage, movedBy: moves.ok ? (moves.data[0]?.actorName ?? null) : null };
    },
  );
}

/** Whom and what a move is about, in a line. */
function aboutDeal(found: FoundOpportunity): string {
  const { client, street } = shownItem(found);
  const price = found.package?.listPrice;
  return `${client}, ${street}${price ? `, listed at ${formatMoney(price.currency, price.amount)}` : ""}.`;
}

/** What the deal's offer comes to: as it is suggested, or else as it was made. An expiry that is over is chosen anew. */
function offeredIn(
  { suggestedOffer, latestOffer }: FoundOpportunity,
  said: ClientAnswers | null,
  timeZone: string,
): OfferedTerms {
  const { price = null, expiresAt = null } = suggestedOffer ?? { price: latestOffer?.price ?? null };
  const isAhead = expiresAt !== null && Date.parse(expiresAt) > Date.now();
  const isRefused = suggestedOffer !== null && said !== null && isOfferRefused(said);
  return { price, expiresAt: isAhead ? localTimeOf(expiresAt, timeZone) : "", isRefused };
}

/** What the client says; null where it cannot be had, which hinders no offer. */
async function findSaid(context: Route.LoaderArgs["context"], id: string): Promise<ClientAnswers | null> {
  const said = await settle(apiOf(context), (api) => findClientAnswers(api, id), logFaults(context));
  return said.ok ? said.data : null;
}

/** The offer on which the client decides at this stage; null where there is none. */
function answeredOffer({ stage, suggestedOffer }: FoundOpportunity, said: ClientAnswers | null): AnsweredOffer | null {
  if (stage !== "offer_suggeted" || suggestedOffer === null || said === null) return null;
  return { price: suggestedOffer.price, words: wordsOnOffer(said) };
}

/** @throws FormRefusal with the question whether an offer is meant that the client has not agreed to */
function askWhetherMeant(answered: AnsweredOffer | null, { dealPrice, againstAnswer }: TypedMove): void {
  const objection = answered && dealPrice ? objectionTo(answered, dealPrice) : null;
  if (objection !== null && againstAnswer !== true)
    throw new FormRefusal({ fieldErrors: { againstAnswer: [objection] } });
}

/** @throws 400 for a move that is not allowed, FormRefusal for what the move asks for and is missing */
function checkMove(found: FoundOpportunity, typed: TypedMove): void {
  const move = openMoves(found).find(({ to }) => to === typed.to);
  if (move === undefined) throw data("This deal can't move there directly.", { status: 400 });
  const fieldErrors = findMissing(move, typed);
  if (Object.keys(fieldErrors).length > 0) throw new FormRefusal({ fieldErrors, status: 400 });
}

/** @throws FormRefusal with the question what became of a showing that is still to come, where the move does not say it */
async function askWhatBecame<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isShowingToCome(error)) throw error;
    throw new FormRefusal({ fieldErrors: { showingOutcome: ["Choose what became of it."] } });
  }
}

export default function UpdateStage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, stage, moves, move, way } = loaderData;
  const page = { item, subtitle: `Currently: ${labelOfStage(stage)}.`, back: way.back, what: "stage" } as const;
  const conflict = actionData?.current ? <MoveConflict now={actionData.current} result={actionData.result} /> : null;
  if (move === null) {
    return (
      <OpportunityChange {...page} title="Update stage">
        {conflict}
        <MoveChoices id={item.id} stage={stage} moves={moves} {...way} />
      </OpportunityChange>
    );
  }
  return (
    <OpportunityChange {...page} title={nameOfMove(stage, move.to)} crumb="Update stage">
      {loaderData.hasNoAgreement && move.to === "showing_scheduled" ? (
        <NoAgreementNotice clientId={loaderData.clientId} />
      ) : null}
      <p className="mb-2">
        {loaderData.about} The client gets no email. Anyone who uses the client portal sees the new stage there.
      </p>
      <StageForm {...loaderData} move={move} back={way.back} reply={actionData}>
        {conflict}
        <NotLoadedLine what="arranged showings" part={loaderData.arranged} />
      </StageForm>
    </OpportunityChange>
  );
}
