import { randomUUID } from "node:crypto";
import { and, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, invalidAttribute, notFound } from "../engine/refusal.ts";
import { createRecord, insertOne, nextVersion } from "../engine/writing.ts";
import { addQuestion } from "../messages/add-message.ts";
import { checkInFuture } from "../opportunities/date-rules.ts";
import { markUpdated } from "../opportunities/move-effects.ts";
import { reopenForClient } from "../opportunities/moving.ts";
import { isAsked as isSuggestionAsked } from "../opportunities/offer-suggestion.ts";
import { type OwnOpportunity, requireOwnOpportunity } from "../opportunities/own-opportunity.ts";
import { isArranged } from "../opportunities/shared-parts.ts";
import { showing } from "../opportunities/showing.ts";
import { findings, offerSuggestions, offers, opportunities, portalAnswers, showings } from "../tables.ts";
import { writerOf } from "../visibility.ts";
import * as inputs from "./inputs.ts";
import { hasTakenPlace, isAsked, ownAnswersType, readOwnAnswers, repairStages } from "./own-answers.ts";
import { forgetRefusal, keepAnswer } from "./portal-answer.ts";
import { portalQuestion } from "./portal-question.ts";
import { dropPriority } from "./priority.ts";

const mostWaiting = 2;

/** One event, however many times are proposed. */
async function requestShowing(answering: Answering<z.output<typeof inputs.showingRequest>>): Promise<void> {
  const { database, user, ownOpportunity, attributes } = answering;
  const { workspaceId, name, email } = user;
  const times = [...new Set(attributes.times.map((time) => new Date(time).toISOString()))];
  for (const startsAt of times) checkInFuture(startsAt);
  const { instead } = attributes;
  if (instead === undefined && (await hasToCome(answering)))
    throw conflict("showing_arranged", "Say whether this takes the place of what is arranged.", {
      pointer: "/data/attributes/instead",
    });
  if (instead) await callOff(answering, isToCome(answering));
  await checkNotArranged(answering, times);
  const isWaiting = sql`${showings.opportunityId} = ${ownOpportunity.id} and ${showings.state} = 'requested'
    and ${showings.requestId} is not null`;
  const waiting = await database.selectDistinct({ id: showings.requestId }).from(showings).where(isWaiting);
  if (waiting.length >= mostWaiting) throw conflict("requests_waiting", "There are requests that wait for an answer.");
  const request = { requestedByName: name, requestedByEmail: email, requestId: randomUUID(), state: "requested" };
  const shared = {
    ...request,
    workspaceId,
    opportunityId: ownOpportunity.id,
    note: attributes.remark?.slice(0, 1000) ?? null,
  };
  const ids: string[] = [];
  for (const startsAt of times) ids.push(await insertOne(database, showings, { ...shared, startsAt }));
  const named = times.map((after) => ({ field: "starts_at", before: null, after }));
  await recordEvent({ database, currentUser: writerOf(user) }, showing, "requested", String(ids[0]), named);
  await markUpdated(database, ownOpportunity.id);
}

/** @throws Refusal 409 "time_arranged" for a moment that is asked for or arranged already */
async function checkNotArranged(answering: Answering<unknown>, times: readonly string[]): Promise<void> {
  const arranged = await answering.database
    .select({ startsAt: showings.startsAt })
    .from(showings)
    .where(isToCome(answering));
  const known = new Set(arranged.map(({ startsAt }) => Date.parse(startsAt)));
  const place = times.findIndex((time) => known.has(Date.parse(time)));
  if (place === -1) return;
  throw conflict("time_arranged", "This time is asked for or arranged already.", {
    pointer: `/data/attributes/times/${place}`,
  });
}

/** Calls off a showing, or a request with all its times; idempotent. */
async function callOffShowing(answering: Answering<z.output<typeof inputs.showingCancellation>>): Promise<void> {
  const { database, ownOpportunity, attributes } = answering;
  const isNamed = sql`${showings.id} = ${attributes.showingId} and ${showings.opportunityId} = ${ownOpportunity.id}`;
  const [found] = await database.select().from(showings).where(isNamed);
  if (found === undefined) throw notFound();
  if (found.state === "cancelled") return;
  const isOver = Date.parse(found.startsAt) < answering.now.getTime();
  if (found.state === "held" || (found.state === "confirmed" && isOver))
    throw conflict("showing_over", "This showing has taken place.");
  const isOfRequest = found.requestId !== null && found.state === "requested";
  await callOff(
    answering,
    isOfRequest ? sql`${showings.requestId} = ${found.requestId} and ${showings.state} = 'requested'` : isNamed,
  );
  await reopen(answering);
  await markUpdated(database, ownOpportunity.id);
}

/** SQL of whether a showing is requested or confirmed, and to come. */
function isToCome({ ownOpportunity, now }: Answering<unknown>): SQL | undefined {
  return and(isArranged(ownOpportunity.id), sql`(${showings.state} = 'requested' or ${showings.startsAt} > ${now})`);
}

async function hasToCome(answering: Answering<unknown>): Promise<boolean> {
  const isMeant = isToCome(answering);
  const found = await answering.database.select({ id: showings.id }).from(showings).where(isMeant).limit(1);
  return found.length > 0;
}

/** One event for each showing, or each request. */
async function callOff({ database, user }: Answering<unknown>, which: SQL | undefined): Promise<void> {
  const found = await database.select().from(showings).where(which).orderBy(showings.startsAt, showings.id);
  const told = new Set<string>();
  for (const { id, state: before, requestId } of found) {
    const state = "cancelled";
    const sequence = sql`${showings.sequence} + 1`;
    await database
      .update(showings)
      .set({ state, sequence, ...nextVersion(showings) })
      .where(sql`${showings.id} = ${id}`);
    const of = before === "requested" ? (requestId ?? id) : id;
    if (told.has(of)) continue;
    told.add(of);
    const changes = [{ field: "state", before, after: state }];
    await recordEvent({ database, currentUser: writerOf(user) }, showing, "cancelled", id, changes);
  }
}

/** Without any showing the opportunity leaves its stage. */
async function reopen({ database, user, ownOpportunity }: Answering<unknown>): Promise<void> {
  if (ownOpportunity.stage !== "showing_scheduled") return;
  const [left] = await database
    .select({ id: showings.id })
    .from(showings)
    .where(isArranged(ownOpportunity.id))
    .limit(1);
  if (left !== undefined) return;
  const [present] = await database
    .select({ stageSince: opportunities.stageSince })
    .from(opportunities)
    .where(sql`${opportunities.id} = ${ownOpportunity.id}`);
  const attributes = {
    stage: ownOpportunity.stage,
    package_id: ownOpportunity.packageId,
    stage_since: present?.stageSince,
  };
  const record = { id: ownOpportunity.id, attributes, can: ["move"] };
  await reopenForClient({ database, currentUser: { ...writerOf(user), today: user.today }, record });
}

/** A client's answer or question; gives all of them. */
function answerRoute<Attributes extends z.ZodObject>(
  below: string,
  summary: string,
  attributes: Attributes,
  write: (answering: Answering<z.output<Attributes>>) => Promise<void>,
): Route {
  return action({
    method: "POST",
    path: `/portal/properties/:id/${below}`,
    summary,
    access: "client",
    input: { type: "portal_answers", attributes },
    answers: { status: 200, of: ownAnswersType },
    async run({ database, currentUser: user, attributes, now, id }) {
      const ownOpportunity = await requireOwnOpportunity(database, user, id());
      await write({ database, user, ownOpportunity, attributes, now });
      return answersOf(database, user, ownOpportunity, now);
    },
  });
}

async function answersOf(database: Queries, user: PortalUser, ownOpportunity: OwnOpportunity, now: Date) {
  const attributes = await readOwnAnswers(database, user, ownOpportunity, now);
  const path = `/portal/properties/${ownOpportunity.packageId}/answers`;
  return found(ownAnswersType, { id: ownOpportunity.packageId, attributes, path });
}

async function rate({ database, user, ownOpportunity, attributes, now }: Answering<z.output<typeof inputs.rating>>) {
  const [taken] = await database
    .select({ id: showings.id })
    .from(showings)
    .where(hasTakenPlace(ownOpportunity, now))
    .limit(1);
  if (taken === undefined) throw conflict("no_showing", "A property is rated after a showing.");
  await keepAnswer(database, user, ownOpportunity.id, { kind: "rating", choice: null, ...attributes });
}

/** Without interest there is no priority; an open offer, and showings to come, are dropped or kept. */
async function sayInterest(answering: Answering<z.output<typeof inputs.interest>>): Promise<void> {
  const { database, user, ownOpportunity, attributes } = answering;
  const { choice, offer, showings: wanted, ...why } = attributes;
  if (choice === "interested")
    return keepAnswer(database, user, ownOpportunity.id, { kind: "interest", choice, ...why });
  const open = await findOpenOffer(answering);
  if (open !== null && offer === undefined)
    throw conflict("offer_open", "Say what becomes of the offer.", { pointer: "/data/attributes/offer" });
  const isVisitToCome = await hasToCome(answering);
  if (isVisitToCome && wanted === undefined)
    throw conflict("showing_to_come", "Say what becomes of the showings.", { pointer: "/data/attributes/showings" });
  const becomes = { offer: open && offer, showings: isVisitToCome ? wanted : null };
  if (open?.suggestionId && offer === "drop") {
    const { suggestionId } = open;
    await keepAnswer(database, user, ownOpportunity.id, {
      kind: "offer",
      choice: "declined",
      remark: null,
      suggestionId,
    });
  }
  await dropPriority(database, user, ownOpportunity.id);
  await keepAnswer(database, user, ownOpportunity.id, { kind: "interest", choice, ...why, ...becomes });
  if (becomes.showings !== "drop") return;
  await callOff(answering, isToCome(answering));
  await reopen(answering);
}

/** A current suggestion that the person has not declined, or the offer to the seller; null for none. */
async function findOpenOffer({ database, user, ownOpportunity: { id, stage }, now }: Answering<unknown>) {
  const [found] = await database
    .select({ suggestionId: offerSuggestions.id })
    .from(offerSuggestions)
    .where(sql`${isSuggestionAsked(id)} and coalesce(${offerSuggestions.expiresAt} > ${now}, true)
      and not exists (select from ${portalAnswers} where ${portalAnswers.suggestionId} = ${offerSuggestions.id}
        and ${portalAnswers.email} = ${user.email} and ${portalAnswers.isLatest} and ${portalAnswers.choice} = 'declined')`);
  if (found !== undefined || stage !== "offer_sent") return found ?? null;
  const isOut = sql`${offers.opportunityId} = ${id} and ${offers.state} = 'sent'`;
  const [out] = await database.select({ id: offers.id }).from(offers).where(isOut).limit(1);
  return out === undefined ? null : { suggestionId: null };
}

async function answerOffer(answering: Answering<z.output<typeof inputs.offerAnswer>>): Promise<void> {
  const { database, user, ownOpportunity, attributes, now } = answering;
  const { suggestionId, choice, remark } = attributes;
  const [current] = await database
    .select({
      id: offerSuggestions.id,
      isExpired: sql<boolean>`coalesce(${offerSuggestions.expiresAt} < ${now}, false)`,
    })
    .from(offerSuggestions)
    .where(isSuggestionAsked(ownOpportunity.id));
  if (current?.id !== suggestionId) throw conflict("suggestion_changed", "This is not what is suggested now.");
  if (current.isExpired) throw conflict("suggestion_expired", "The suggested offer has expired.");
  if (choice === "changes" && remark === null) throw invalidAttribute("remark", "Say what to change.");
  if (choice === "approved") await forgetRefusal(database, user, ownOpportunity.id);
  await keepAnswer(database, user, ownOpportunity.id, { kind: "offer", choice, remark, suggestionId });
}

async function answerRepairs(answering: Answering<z.output<typeof inputs.repairAnswers>>): Promise<void> {
  const { database, user, ownOpportunity, attributes } = answering;
  const asked = repairStages.includes(ownOpportunity.stage)
    ? await database
        .select({ id: findings.id, title: findings.title })
        .from(findings)
        .where(isAsked(ownOpportunity.packageId))
    : [];
  for (const { findingId, ...answer } of attributes.answers) {
    const finding = asked.find(({ id }) => id === findingId);
    if (finding === undefined) throw conflict("not_asked", "This is no longer asked.");
    await keepAnswer(database, user, ownOpportunity.id, { kind: "repair", findingId, about: finding.title, ...answer });
  }
}

const mostQuestions = 20;

async function ask({
  database,
  user,
  ownOpportunity,
  attributes: { body },
}: Answering<z.output<typeof inputs.question>>) {
  const { workspaceId, name, email } = user;
  const { table } = portalQuestion;
  const isOpen = sql`${table.opportunityId} = ${ownOpportunity.id} and ${table.answeredAt} is null`;
  const open = await database.select({ id: table.id }).from(table).where(isOpen);
  if (open.length >= mostQuestions) throw conflict("questions_waiting", "There are questions that wait for an answer.");
  const write = { database, currentUser: writerOf(user) };
  const asked = { workspaceId, opportunityId: ownOpportunity.id, name, email, body };
  const questionId = await createRecord(write, portalQuestion, "asked", asked);
  await addQuestion(write, { questionId, opportunityId: ownOpportunity.id, body, authorEmail: email });
  await markUpdated(database, ownOpportunity.id);
}

export const ownAnswerRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/properties/:id/answers",
    summary: "What the client has answered and asked about a property, and what they are asked",
    access: "client",
    answers: { status: 200, of: ownAnswersType },
    async run({ database, currentUser, now, id }) {
      const ownOpportunity = await requireOwnOpportunity(database, currentUser, id(), { isLocked: false });
      return answersOf(database, currentUser, ownOpportunity, now);
    },
  }),
  answerRoute("interest", "Say whether one is interested, and why", inputs.interest, sayInterest),
  answerRoute("rating", "Rate a property after a showing", inputs.rating, rate),
  answerRoute("showings", "Ask for a showing, at one of up to three times", inputs.showingRequest, requestShowing),
  answerRoute(
    "showing_cancellation",
    "Call off a showing, or a request with all of its times; without any other the deal moves back to open",
    inputs.showingCancellation,
    callOffShowing,
  ),
  answerRoute(
    "offer_answer",
    "Approve the suggested offer, say what to change, or decline it",
    inputs.offerAnswer,
    answerOffer,
  ),
  answerRoute(
    "repair_answers",
    "Say what to ask the seller for, finding by finding",
    inputs.repairAnswers,
    answerRepairs,
  ),
  answerRoute("questions", "Ask the agent about the property", inputs.question, ask),
];

/** With the opportunity locked. */
interface Answering<Attributes> {
  readonly database: Queries;
  readonly user: PortalUser;
  readonly ownOpportunity: OwnOpportunity;
  readonly attributes: Attributes;
  readonly now: Date;
}
