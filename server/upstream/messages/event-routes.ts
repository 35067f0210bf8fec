/** What happened in the threads that somebody sees, from a number on. Whoever follows them asks again and again. */
import { lt, sql } from "drizzle-orm";
import { bigint, text, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { moment, upstream } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";
import type { EventWaiting } from "./event-waiting.ts";

const messageEvents = upstream.table("message_events", {
  workspaceId: uuid("workspace_id").notNull(),
  number: bigint({ mode: "number" }).notNull(),
  clientId: uuid("client_id").notNull(),
  messageId: uuid("message_id").notNull(),
  change: text({ enum: ["added", "changed"] }).notNull(),
  happenedAt: moment("happened_at").notNull(),
});

/** Events are kept for a day; whoever was away longer starts anew. */
const keptMs = 86_400_000;

/** Events of one answer. */
const most = 200;
/** The longest that a call waits, in seconds. */
const longestWait = 25;

const event = z.object({
  number: z.int(),
  client_id: z.uuid(),
  message_id: z.uuid(),
  change: z.enum(["added", "changed"]),
});
const attributes = z.object({
  cursor: z.int().describe("Send it as `after` to go on"),
  is_complete: z.boolean().describe("Whether nothing is missing since `after`: events are kept for a day"),
  events: z.array(event),
});
const eventsType = recordType("message_events", attributes);

/** The number of an event that callers know; without it they learn the present one. */
const parameters = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  wait: z.coerce.number().int().min(0).max(longestWait).default(0),
});

/** GET: the events after a number; where there are none, it waits for them as long as the caller likes. */
export function messageEventRoute(waiting: EventWaiting): Route {
  return action({
    method: "GET",
    path: "/message_events",
    summary: `What happened in the threads after a number; waits up to ${longestWait} seconds for something to happen`,
    access: "workspace",
    parameters,
    answers: { status: 200, of: eventsType },
    async run({ database, currentUser, request, parameters: { after, wait } }) {
      const until = performance.now() + wait * 1_000;
      let news = await readEvents(database, currentUser, after ?? null);
      // Events that the caller may not see end no wait.
      while (after !== undefined && news.is_complete && news.events.length === 0) {
        const ms = until - performance.now();
        if (ms <= 0 || request.signal.aborted) break;
        const isNews = await waiting.wait({ currentUser, after: news.cursor, ms, signal: request.signal });
        if (!isNews) break;
        news = await readEvents(database, currentUser, news.cursor);
      }
      return found(eventsType, { id: currentUser.workspaceId, attributes: news });
    },
  });
}

/** @param after null: only the present number is wanted */
async function readEvents(database: Queries, currentUser: Member, after: number | null) {
  const { workspaceId } = currentUser;
  // One statement, so that the number and the events are of one moment.
  const { rows } = await database.execute(sql`
    select counter.last_number, oldest.number as oldest_number, coalesce(events.found, '[]') as events
    from (select coalesce((select last_number from upstream.message_counters
      where workspace_id = ${workspaceId}), 0) as last_number) counter
    left join lateral (select number from ${messageEvents} where workspace_id = ${workspaceId} order by number limit 1) oldest on true
    left join lateral (
      select json_agg(json_build_object('number', number, 'client_id', client_id, 'message_id', message_id, 'change', change)
        order by number) as found
      from (select * from ${messageEvents} where ${ofVisibleClients(messageEvents, currentUser)}
        and ${messageEvents.number} > ${after ?? Number.MAX_SAFE_INTEGER} order by number limit ${most}) next
    ) events on true`);
  const [row] = z
    .array(
      z.object({ last_number: z.coerce.number(), oldest_number: z.coerce.number().nullable(), events: z.array(event) }),
    )
    .parse(rows);
  if (row === undefined) throw notFound();
  const { last_number: last, oldest_number: oldest, events } = row;
  const isComplete = after === null || after === last || (after < last && oldest !== null && after >= oldest - 1);
  const isCut = events.length === most;
  return { cursor: isCut ? (events.at(-1)?.number ?? last) : last, is_complete: isComplete, events };
}

/** Deletes the events that nobody follows any more. Gives their number. */
export async function sweepMessageEvents(database: Queries, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  const { rowCount } = await database.delete(messageEvents).where(lt(messageEvents.happenedAt, before));
  return rowCount ?? 0;
}
