/** Showings that a client asks for and calls off. The times of one request are showings with one `request_id`. */

import { randomUUID } from "node:crypto";
import { and, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { recordEvent } from "../engine/history.ts";
import { conflict, notFound } from "../engine/refusal.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { isArranged } from "../opportunities/arranged-showing.ts";
import { checkInFuture } from "../opportunities/date-rules.ts";
import { markUpdated } from "../opportunities/move-effects.ts";
import { reopenForClient } from "../opportunities/moving.ts";
import { showing } from "../opportunities/showing.ts";
import { opportunities, showings } from "../tables.ts";
import { writerOf } from "../visibility.ts";
import type { Answering } from "./answering.ts";
import type * as inputs from "./inputs.ts";

/** Requests of one home that may wait for the agent at once. */
const mostWaiting = 2;

/** Asks for a showing at one of a few times: one event, whatever their number. */
export async function requestShowing(answering: Answering<z.output<typeof inputs.showingRequest>>): Promise<void> {
  const { database, user, pair, attributes } = answering;
  const { workspaceId, name, email } = user;
  const times = [...new Set(attributes.times.map((time) => new Date(time).toISOString()))];
  for (const startsAt of times) checkInFuture(startsAt);
  const { instead } = attributes;
  if (
    instead === undefined &&
    (await database.select({ id: showings.id }).from(showings).where(isToCome(answering)).limit(1)).length > 0
  )
    throw conflict("showing_arranged", "Say whether this takes the place of what is arranged.", {
      pointer: "/data/attributes/instead",
    });
  if (instead) await callOff(answering, isToCome(answering));
  const isWaiting = sql`${showings.opportunityId} = ${pair.id} and ${showings.state} = 'requested'
    and ${showings.requestId} is not null`;
  const waiting = await database.selectDistinct({ id: showings.requestId }).from(showings).where(isWaiting);
  if (waiting.length >= mostWaiting) throw conflict("requests_waiting", "There are requests that wait for an answer.");
  const request = { requestedByName: name, requestedByEmail: email, requestId: randomUUID(), state: "requested" };
  const shared = { ...request, workspaceId, opportunityId: pair.id, note: attributes.remark?.slice(0, 1000) ?? null };
  const ids: string[] = [];
  for (const startsAt of times) ids.push(await insertOne(database, showings, { ...shared, startsAt }));
  const named = times.map((after) => ({ field: "starts_at", before: null, after }));
  await recordEvent({ database, currentUser: writerOf(user) }, showing, "requested", String(ids[0]), named);
  await markUpdated(database, pair.id);
}

/** Calls off a showing, or a request with all of its times; again is a no-op. */
export async function callOffShowing(answering: Answering<z.output<typeof inputs.showingCancellation>>): Promise<void> {
  const { database, pair, attributes } = answering;
  const isNamed = sql`${showings.id} = ${attributes.showingId} and ${showings.opportunityId} = ${pair.id}`;
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
  await markUpdated(database, pair.id);
}

/** SQL of whether a showing is asked for or arranged, and not over. */
function isToCome({ pair, now }: Answering<unknown>): SQL | undefined {
  return and(isArranged(pair.id), sql`(${showings.state} = 'requested' or ${showings.startsAt} > ${now})`);
}

/** Cancels showings, with one event for each and for each request. */
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

/** A deal without any showing that is asked for or arranged is no longer at the stage of showings. */
async function reopen({ database, user, pair }: Answering<unknown>): Promise<void> {
  if (pair.stage !== "showing_scheduled") return;
  const [left] = await database.select({ id: showings.id }).from(showings).where(isArranged(pair.id)).limit(1);
  if (left !== undefined) return;
  const [deal] = await database
    .select({ stageSince: opportunities.stageSince })
    .from(opportunities)
    .where(sql`${opportunities.id} = ${pair.id}`);
  const attributes = { stage: pair.stage, package_id: pair.packageId, stage_since: deal?.stageSince };
  const record = { id: pair.id, attributes, can: ["move"] };
  await reopenForClient({ database, currentUser: { ...writerOf(user), today: user.today }, record });
}
