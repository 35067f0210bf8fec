/** Events of the threads that somebody sees, and of the deals, after a number; callers poll. */
import { lt, sql } from "drizzle-orm";
import { bigint, text, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Log } from "../../log.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member, Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { moment, upstream } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const messageEvents = upstream.table("message_events", {
  workspaceId: uuid("workspace_id").notNull(),
  number: bigint({ mode: "number" }).notNull(),
  clientId: uuid("client_id"),
  messageId: uuid("message_id"),
  change: text({ enum: ["added", "changed", "deals"] }).notNull(),
  happenedAt: moment("happened_at").notNull(),
});

/** Callers who were away for longer start anew. */
const keptMs = 86_400_000;

const most = 200;

const longestWait = 25;

const event = z.object({
  number: z.int(),
  client_id: z.uuid().nullable().describe("Null, as is the message, where deals of the workspace changed"),
  message_id: z.uuid().nullable(),
  change: z.enum(["added", "changed", "deals"]),
});

const attributes = z.object({
  cursor: z.int().describe("Send it as `after` to go on"),
  is_complete: z.boolean().describe("Whether nothing is missing since `after`: events are kept for a day"),
  events: z.array(event),
});
const eventsType = recordType("message_events", attributes);

/** The last event that the caller knows; without it the present number is given. */
const parameters = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  wait: z.coerce.number().int().min(0).max(longestWait).default(0),
});

/** Waits for events for as long as the caller wants. */
export function messageEventRoute(waiting: EventWaiting): Route {
  return action({
    method: "GET",
    path: "/message_events",
    summary: `What happened in the threads and to deals after a number; waits up to ${longestWait} seconds for something to happen`,
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

/** @param after null: the present number is wanted */
async function readEvents(database: Queries, currentUser: Member, after: number | null) {
  const { workspaceId } = currentUser;
  // One statement, so that number and events agree.
  const { rows } = await database.execute(sql`
    select counter.last_number, oldest.number as oldest_number, coalesce(events.found, '[]') as events
    from (select coalesce((select last_number from upstream.message_counters
      where workspace_id = ${workspaceId}), 0) as last_number) counter
    left join lateral (select number from ${messageEvents} where workspace_id = ${workspaceId} order by number limit 1) oldest on true
    left join lateral (
      select json_agg(json_build_object('number', number, 'client_id', client_id, 'message_id', message_id, 'change', change)
        order by number) as found
      from (select * from ${messageEvents} where (${ofVisibleClients(messageEvents, currentUser)}
          or ${messageEvents.workspaceId} = ${workspaceId} and ${messageEvents.change} = 'deals')
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

/** @returns how many old events were deleted */
export async function sweepMessageEvents(database: Queries, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  const { rowCount } = await database.delete(messageEvents).where(lt(messageEvents.happenedAt, before));
  return rowCount ?? 0;
}

const lookEveryMs = 1_000;

interface Waiting {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly role: Role;
  readonly after: number;
  readonly settle: (isNews: boolean) => void;
}

interface Wait {
  readonly currentUser: Member;
  readonly after: number;
  readonly ms: number;
  readonly signal: AbortSignal;
}

const statesSchema = z.array(
  z.object({ session_id: z.uuid(), workspace_id: z.uuid(), role: z.string(), last_number: z.coerce.number().int() }),
);

export class EventWaiting {
  readonly #database: Queries;
  readonly #log: Pick<Log, "warn">;
  readonly #clock: () => Date;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Queries, log: Pick<Log, "warn">, clock: () => Date) {
    this.#database = database;
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Waits for an event in the workspace, or the time. A new role or an ended session shows in the next call. @returns whether there
   * was an event
   */
  wait({ currentUser, after, ms, signal }: Wait): Promise<boolean> {
    const { sessionId, workspaceId, role } = currentUser;
    return new Promise((resolve) => {
      const settle = (isNews: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        this.#waiting.delete(one);
        resolve(isNews);
      };
      const giveUp = (): void => settle(false);
      const one: Waiting = { sessionId, workspaceId, role, after, settle };
      const timer = setTimeout(giveUp, ms);
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(one);
      if (signal.aborted) giveUp();
      this.#lookLater();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { settle } of [...this.#waiting]) settle(false);
  }

  #lookLater(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  async #look(): Promise<void> {
    try {
      await this.#settleWho();
    } catch (error) {
      this.#log.warn({ err: error }, "News of messages could not be read");
    } finally {
      this.#timer = undefined;
      this.#lookLater();
    }
  }

  async #settleWho(): Promise<void> {
    // Those who come during the query wait for the next one.
    const asking = [...this.#waiting];
    const sessionIds = asking.map(({ sessionId }) => sessionId);
    const workspaceIds = asking.map(({ workspaceId }) => workspaceId);
    const { rows } = await this.#database.execute(sql`
      select distinct asked.session_id, asked.workspace_id, membership.role, coalesce(counter.last_number, 0) as last_number
      from unnest(${sql.param(sessionIds)}::uuid[], ${sql.param(workspaceIds)}::uuid[]) as asked (session_id, workspace_id)
      join upstream.sessions session on session.id = asked.session_id
        and session.revoked_at is null and session.expires_at > ${this.#clock().toISOString()}
      join upstream.memberships membership on membership.account_id = session.account_id
        and membership.workspace_id = asked.workspace_id
      left join upstream.message_counters counter on counter.workspace_id = asked.workspace_id`);
    const states = new Map(statesSchema.parse(rows).map((row) => [`${row.session_id} ${row.workspace_id}`, row]));
    for (const { sessionId, workspaceId, role, after, settle } of asking) {
      const state = states.get(`${sessionId} ${workspaceId}`);
      if (state === undefined || state.role !== role) settle(false);
      else if (state.last_number !== after) settle(true);
    }
  }
}
