/** Calls that wait for news of the threads: one query a second asks for all of them, however many wait. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Log } from "../../log.ts";
import type { Member, Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";

/** How often the database is asked, in ms. */
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
  /** The number of the last event that is known already. */
  readonly after: number;
  /** How long to wait at most, in ms. */
  readonly ms: number;
  /** Ends the wait when nobody wants the answer any more. */
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
   * Waits until something happens in the workspace, or the time is over. Whoever loses their session, or gets another role, waits no
   * longer either: the next call is answered by what is true then.
   * @returns whether something happened
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

  /** Lets nobody wait any longer. */
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
    // Whoever comes while the database is asked waits for the next time.
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
