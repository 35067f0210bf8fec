import { createContext } from "react-router";
import type { Admitted } from "./current-user.ts";
import type { KeptSession } from "./store.ts";

/** How old an answer may be for pages to be made without asking again, in milliseconds. */
export const recentLife = 3_000;
/** Sessions in one process. */
const most = 500;

/** An answer of a moment ago. */
export interface Recent extends Admitted {
  /** What pages have read meanwhile may be kept by this, and is forgotten with it. */
  readonly moment: object;
}

interface Kept extends Recent {
  /** When the question was sent, by the clock, in milliseconds. */
  readonly sentAt: number;
}

/**
 * Whom the service said to be the current user within the last seconds, by the session's id. Whoever asks again so soon is not asked
 * for. An answer ends with any write of the session: one that was asked for before that is not kept, however late it comes.
 */
export class RecentUsers {
  /** The session that was asked for last is the last one. */
  readonly #kept = new Map<string, Kept>();
  /** The questions that are not answered yet, by the session's id. */
  readonly #underWay = new Map<string, Set<object>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The answer for the same session, token and workspace; null where it has to be asked for. */
  find(sessionId: string, session: KeptSession): Recent | null {
    const kept = this.#kept.get(sessionId);
    if (kept === undefined || this.#isOld(kept)) return null;
    const { token, workspaceId } = kept.session;
    const isSame = token === session.token && workspaceId === session.workspaceId;
    const { user, moment } = kept;
    return isSame && user.workspace?.id === workspaceId ? { user, session, moment } : null;
  }

  /**
   * Asks, and keeps the answer unless `end` was called meanwhile.
   * @param moment keeps what a page reads beside the question
   */
  async ask(sessionId: string, moment: object, ask: () => Promise<Admitted>): Promise<Admitted> {
    const sentAt = this.#now();
    const others = this.#underWay.get(sessionId) ?? new Set();
    this.#underWay.set(sessionId, others.add(moment));
    try {
      const answer = await ask();
      if (others.has(moment)) this.#keep(sessionId, { ...answer, moment, sentAt });
      return answer;
    } finally {
      others.delete(moment);
      if (others.size === 0 && this.#underWay.get(sessionId) === others) this.#underWay.delete(sessionId);
    }
  }

  /** Whether this moment's answer is the one that is kept: no write has ended it, and no later one has replaced it. */
  holds(sessionId: string, moment: object): boolean {
    return this.#kept.get(sessionId)?.moment === moment;
  }

  /** Before and after a write of the session, and once the service has refused one of its calls. */
  end(sessionId: string): void {
    this.#kept.delete(sessionId);
    this.#underWay.get(sessionId)?.clear();
    this.#underWay.delete(sessionId);
  }

  #keep(sessionId: string, kept: Kept): void {
    this.#kept.delete(sessionId);
    this.#kept.set(sessionId, kept);
    for (const [id, oldest] of this.#kept) {
      if (this.#kept.size <= most && !this.#isOld(oldest)) return;
      this.#kept.delete(id);
    }
  }

  #isOld({ sentAt }: Kept): boolean {
    return this.#now() - sentAt >= recentLife;
  }
}

/** One for the whole process. */
export const recentUsersContext = createContext(new RecentUsers());
