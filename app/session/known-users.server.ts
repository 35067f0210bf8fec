import { createContext } from "react-router";
import type { Authenticated } from "./current-user.ts";
import type { KeptSession } from "./store.ts";

/** How old an answer may be for pages to be shown without asking again, in milliseconds. */
export const recentLife = 3_000;
/** How old it may be for a page to be prepared while the service is asked again, in milliseconds. */
export const knownLife = 10 * 60_000;
/** Sessions in one process. */
const most = 2_000;
/** For a session of which the service said something else this often, no page is prepared any more. */
const mostSurprises = 3;

/** Who the current user of a session was when the service was last asked. */
export interface KnownUser extends Authenticated {
  /** Whether that was within the last seconds: the service need not be asked again. */
  readonly isRecent: boolean;
  /** What pages have read meanwhile may be kept by this, and is forgotten with it. */
  readonly moment: object;
}

interface Entry {
  readonly answer: (Authenticated & { readonly moment: object }) | null;
  readonly surprises: number;
  /** By the clock, in milliseconds, as the next. */
  readonly recentUntil: number;
  readonly until: number;
}

/**
 * The service's last answers to who the current user is, by the session's id. Any write of the session ends its answer: one that
 * was asked for before the write is not kept, however late it comes.
 */
export class KnownUsers {
  /** The session that was asked for last is the last one. */
  readonly #entries = new Map<string, Entry>();
  /** The questions that are not answered yet, by the session's id. */
  readonly #underWay = new Map<string, Set<object>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The answer for the same session, token, workspace and client; null where it has to be asked for first. */
  find(sessionId: string, session: KeptSession): KnownUser | null {
    const entry = this.#live(sessionId);
    if (entry === null || entry.answer === null) return null;
    const { user, session: earlier, moment } = entry.answer;
    const isRecent = this.#now() < entry.recentUntil;
    if (!isRecent && entry.surprises >= mostSurprises) return null;
    const { token, workspaceId, clientId } = session;
    const isSameSession =
      earlier.token === token && earlier.workspaceId === workspaceId && earlier.clientId === clientId;
    const isSamePlace = user.workspace?.id === workspaceId && (user.portal?.clientId ?? null) === clientId;
    return isSameSession && isSamePlace ? { user, session, moment, isRecent } : null;
  }

  /**
   * The answer of the last seconds without the session's row, which costs a twentieth of a page's CPU to read and to open.
   * @param place the workspace or client that the browser itself chose last: another server may have switched the session there
   */
  recent(sessionId: string, place: string | null): KnownUser | null {
    const session = this.#live(sessionId)?.answer?.session;
    if (session === undefined || (session.clientId ?? session.workspaceId) !== place) return null;
    const known = this.find(sessionId, session);
    return known?.isRecent === true ? known : null;
  }

  /**
   * Asks, and keeps the answer unless `end` was called meanwhile.
   * @param moment keeps what a page reads beside the question
   */
  async ask(sessionId: string, moment: object, ask: () => Promise<Authenticated>): Promise<Authenticated> {
    const sentAt = this.#now();
    const others = this.#underWay.get(sessionId) ?? new Set();
    this.#underWay.set(sessionId, others.add(moment));
    try {
      const answer = await ask();
      if (others.has(moment)) this.#keep(sessionId, { ...answer, moment }, sentAt);
      return answer;
    } finally {
      others.delete(moment);
      if (others.size === 0 && this.#underWay.get(sessionId) === others) this.#underWay.delete(sessionId);
    }
  }

  /** Before and after a write of the session, which may change who its user is or what they may do. */
  end(sessionId: string): void {
    this.#forgetQuestions(sessionId);
    this.#note(sessionId, { answer: null, recentUntil: 0 });
  }

  /** After the service has refused a call of a page, or the page has written: the next page asks, and is prepared meanwhile. */
  age(sessionId: string): void {
    this.#forgetQuestions(sessionId);
    this.#note(sessionId, { recentUntil: 0 });
  }

  /** After the service has said something else than what a page was prepared for. */
  surprise(sessionId: string): void {
    this.#forgetQuestions(sessionId);
    const surprises = (this.#live(sessionId)?.surprises ?? 0) + 1;
    this.#note(sessionId, { answer: null, recentUntil: 0, surprises });
  }

  #live(sessionId: string): Entry | null {
    const entry = this.#entries.get(sessionId);
    return entry === undefined || entry.until <= this.#now() ? null : entry;
  }

  #keep(sessionId: string, answer: Entry["answer"], sentAt: number): void {
    this.#note(sessionId, { answer, recentUntil: sentAt + recentLife, until: sentAt + knownLife });
  }

  #forgetQuestions(sessionId: string): void {
    this.#underWay.get(sessionId)?.clear();
    this.#underWay.delete(sessionId);
  }

  #note(sessionId: string, changes: Partial<Entry>): void {
    const nothing: Entry = { answer: null, surprises: 0, recentUntil: 0, until: this.#now() + knownLife };
    const entry = { ...(this.#live(sessionId) ?? nothing), ...changes };
    this.#entries.delete(sessionId);
    if (entry.answer === null && entry.surprises === 0) return;
    this.#entries.set(sessionId, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= most) return;
      this.#entries.delete(oldest);
    }
  }
}

/** One for the whole process. */
export const knownUsersContext = createContext(new KnownUsers());
