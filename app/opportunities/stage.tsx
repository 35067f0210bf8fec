import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { data } from "react-router";
import { findClientAnswers } from "../client-answers/client-answers.server.ts";
import {
  type ClientAnswer,
  type ClientAnswers,
  isOfferRefused,
  saidBy,
  wordsOnOffer,
} from "../client-answers/client-answers.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import type { Money } from "../json-api/values.ts";
import { asSpelled, labelOfReason, labelOfStage } from "../labels.ts";
import { apiOf, logFaults, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { localTimeOf } from "../ui/clock.server.ts";
import { dayIn, formatDay, isDay, isLocalTime } from "../ui/date-format.ts";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { firstValue } from "../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { resultTexts } from "../ui/form-parse.ts";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/stage";
import { hasLeftovers } from "./after-closing.server.ts";
import { heldAtOf, listArranged, showingChoices, showingsToCome } from "./arranged-showings.server.ts";
import { clientOf } from "./deal-parties.ts";
import { nameOfMove } from "./deal-steps.ts";
import { loadOpportunityFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { MoveFieldset, typedLabels } from "./move-fieldset.tsx";
import { fieldsOf, findMissing, moveForm, outcomeChoices, type TypedMove } from "./move-form.ts";
import { findOpportunity, listMoves } from "./opportunities.server.ts";
import { type AllowedMove, openMoves } from "./opportunity.ts";
import { OpportunityChange } from "./opportunity-change.tsx";
import { afterClosingPath, stagePath, wayBack } from "./opportunity-list.ts";
import { NoAgreementNotice } from "./opportunity-page.tsx";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { isShowingToCome, moveOpportunity, refuseDuplicateDeal } from "./opportunity-writes.server.ts";
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
  const { item, stage, move, way } = loaderData;
  const page = { item, subtitle: `Currently: ${labelOfStage(stage)}.`, back: way.back, what: "stage" } as const;
  const conflict = actionData?.current ? <MoveConflict now={actionData.current} result={actionData.result} /> : null;
  if (move === null) {
    return (
      <OpportunityChange {...page} title="Update stage">
        {conflict}
        <MoveChoices {...loaderData} />
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
      <StageForm {...loaderData} move={move} reply={actionData}>
        {conflict}
        <NotLoadedLine what="arranged showings" part={loaderData.arranged} />
      </StageForm>
    </OpportunityChange>
  );
}

type Shown = Route.ComponentProps["loaderData"];

/** The moves that may be made, each the way to what it asks for. */
function MoveChoices({ item, stage, moves, way: { back, query } }: Shown) {
  return (
    <Sheet>
      {moves.length === 0 ? (
        <EmptyState action={<LinkButton href={back}>Go back</LinkButton>}>
          No further moves are available to you.
        </EmptyState>
      ) : (
        <Rows label="Next stages">
          {moves.map(({ to, needsReason }) => (
            <Row key={to}>
              <div>
                <a className="link" href={stagePath(item.id, to, query)}>
                  {nameOfMove(stage, to)}
                </a>
              </div>
              <span className="muted small">{needsReason ? "with a reason" : ""}</span>
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

type MoveConflictProps = {
  now: { readonly stage: string; readonly movedBy: string | null };
  /** The reply that holds what was typed. */
  result: SubmissionResult;
};

/** The present stage, who moved the opportunity there, and what was typed for a move that came too late. */
function MoveConflict({ now: { stage, movedBy }, result }: MoveConflictProps) {
  const { to = "", ...typed } = resultTexts(result);
  const facts = Object.entries(typedLabels).map(([name, label]) => ({
    label,
    value: describe(name, typed[name] ?? ""),
  }));
  return (
    <div className="field">
      <Notice tone="warn" title="Someone else moved it.">
        {movedBy === null ? "" : `Moved by ${movedBy}. `}Currently: {labelOfStage(stage)}.
      </Notice>
      <Sheet title="What you typed">
        <FactList facts={[{ label: "Stage", value: labelOfStage(to) }, ...facts.filter(({ value }) => value !== "")]} />
      </Sheet>
    </div>
  );
}

/** A typed value as people read it. */
function describe(name: string, text: string): string {
  if (name === "reason") return labelOfReason(text);
  if (name === "showingOutcome") return outcomeChoices.find(({ value }) => value === text)?.label ?? text;
  if (isLocalTime(text)) return `${formatDay(text.slice(0, 10))}, ${text.slice(11)}`;
  return isDay(text) ? formatDay(text) : text;
}

/** What is suggested or was offered, and until when by the clock of the property. */
interface OfferedTerms {
  readonly price: Money | null;
  readonly expiresAt: string;
  /** Whether somebody of the house does not want what is suggested as it is. */
  readonly isRefused: boolean;
}

type StageFormProps = Omit<Shown, "move"> & {
  move: AllowedMove;
  reply: Route.ComponentProps["actionData"];
  /** What has to be known before it is sent again. */
  children: ReactNode;
};

/** What one move asks for. */
function StageForm({ move, stage, offered, answered, showings, today, way, start, reply, ...more }: StageFormProps) {
  const refused = answered !== null && isRefused(answered);
  const [form, fields] = useSchemaForm({
    id: "move",
    schema: moveForm,
    result: reply?.result,
    initial: {
      showingId: showings[0]?.value ?? "",
      dealPrice: typedMoney(move.to === "offer_suggeted" || offered.isRefused ? null : offered.price),
      expiresAt: move.to === "offer_sent" ? offered.expiresAt : "",
      heldAt: more.heldAt,
      heldAtShown: more.heldAt,
      acceptedOn: today,
      closedOn: today,
      reason: "",
      reasonText: "",
    },
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      <DraftNotice formId={form.id} />
      {more.children}
      <ErrorSummary form={form} />
      {answered === null ? null : <OfferAnswer answered={answered} />}
      <input type="hidden" name="from" value={stage} />
      <input type="hidden" name="to" value={move.to} />
      {more.heldAt === "" ? null : <input type="hidden" name="heldAtShown" value={firstValue(fields.heldAtShown)} />}
      <div className="flds">
        <MoveFieldset
          fields={fields}
          asked={fieldsOf(move).filter(({ name }) => name !== "heldAt" || more.heldAt !== "")}
          needsReason={move.needsReason}
          timeZone={more.timeZone}
          currencies={currencyChoices(offered.price)}
          showings={showings}
          toCome={more.toCome}
          isRefused={refused}
        />
      </div>
      <FormFoot send="Update stage" cancel={way.back} />
    </PostForm>
  );
}

/** The offer that is suggested to a client, and what the people of the house say to it. */
interface AnsweredOffer {
  readonly price: Money;
  readonly words: readonly Pick<
    ClientAnswer,
    "id" | "name" | "choice" | "rating" | "finding" | "offeredPrice" | "isAboutCounter" | "remark"
  >[];
}

const isAgreed = ({ words }: AnsweredOffer) => words.length > 0 && words.every(({ choice }) => choice === "approved");

/** Whether somebody does not want the offer as it is suggested. */
function isRefused({ words }: AnsweredOffer): boolean {
  return words.some(({ choice }) => choice !== "approved");
}

/** Why an offer at a price is not what the client has agreed to; null where nothing speaks against it. */
function objectionTo(answered: AnsweredOffer, price: Money): string | null {
  const suggested = formatMoney(answered.price.currency, answered.price.amount);
  if (isRefused(answered))
    return `The client doesn't want the offer of ${suggested} as it is. Select this to send one anyway.`;
  const isSame = price.currency === answered.price.currency && Number(price.amount) === Number(answered.price.amount);
  if (isSame) return null;
  return isAgreed(answered)
    ? `The client agreed to ${suggested}. Select this to send another price.`
    : `The client was asked about ${suggested}. Select this to send another price.`;
}

/** What the client says, above the form that sends the offer. */
function OfferAnswer({ answered }: { answered: AnsweredOffer }) {
  const suggested = formatMoney(answered.price.currency, answered.price.amount);
  if (answered.words.length === 0)
    return <Notice title={`${suggested} is suggested to the client.`}>They haven't answered yet.</Notice>;
  return (
    <Notice tone={isRefused(answered) ? "warn" : "plain"} title={`${suggested} is suggested to the client.`}>
      {answered.words.map((word) => (
        <span key={word.id} className="block whitespace-pre-line">
          {word.name} {saidBy(word)}
          {word.remark === null ? "." : `: “${word.remark}”`}
        </span>
      ))}
    </Notice>
  );
}
