import type { CurrentUser } from "./current-user.ts";

/** How long somebody is remembered, in milliseconds. */
const life = 10 * 60_000;
/** Sessions in one process. */
const most = 5_000;
/** A session of which the service says something else this often is not remembered any more. */
const mostSurprises = 3;

interface Memory {
  readonly user: CurrentUser | null;
  readonly surprises: number;
  /** By the clock, in milliseconds. */
  readonly until: number;
}

/**
 * Whom the service said to be the current user, by the session's id. A page can be prepared for them while the service is asked
 * again; it is shown only if the service still says the same.
 */
export class RememberedUsers {
  /** The session that was noted last is the last one. */
  readonly #memories = new Map<string, Memory>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  find(sessionId: string): CurrentUser | null {
    return this.#live(sessionId)?.user ?? null;
  }

  keep(sessionId: string, user: CurrentUser): void {
    const surprises = this.#live(sessionId)?.surprises ?? 0;
    if (surprises < mostSurprises) this.#note(sessionId, { user, surprises });
  }

  /** After a write of the session, which may have changed who the current user is or what they may do. */
  forget(sessionId: string): void {
    const surprises = this.#live(sessionId)?.surprises ?? 0;
    if (surprises === 0) this.#memories.delete(sessionId);
    else this.#note(sessionId, { user: null, surprises });
  }

  /** The service said something else than what was remembered. */
  forgetSurprised(sessionId: string): void {
    this.#note(sessionId, { user: null, surprises: (this.#live(sessionId)?.surprises ?? 0) + 1 });
  }

  #live(sessionId: string): Memory | null {
    const memory = this.#memories.get(sessionId);
    return memory === undefined || memory.until <= this.#now() ? null : memory;
  }

  #note(sessionId: string, memory: Omit<Memory, "until">): void {
    this.#memories.delete(sessionId);
    this.#memories.set(sessionId, { ...memory, until: this.#now() + life });
    for (const oldest of this.#memories.keys()) {
      if (this.#memories.size <= most) return;
      this.#memories.delete(oldest);
    }
  }
}
