import { areaOf } from "#app/session/area.ts";
import { readCookie } from "#app/session/cookies.ts";
import { KnownUsers, recentLife } from "#app/session/known-users.server.ts";

/** Whom the app asks for no more than once in a few seconds, by a clock of the tests. */
export interface RecentLooks {
  readonly users: KnownUsers;
  /** Something was changed past the app. */
  noteChange(): void;
  /** The app is about to answer this. */
  noteRequest(request: Request): void;
  /** Nobody is known any more, nor that somebody was not who they were taken for. */
  forget(): void;
  /** Whether time passes by itself. */
  run(isRunning: boolean): void;
}

const past = "past the app";

/**
 * Whoever changed something looks again at once. Everybody else looks later than the few seconds within which what the app shows of
 * them may be old: tests look at what they find then.
 */
export function createRecentLooks(secure = false): RecentLooks {
  let skipped = 0;
  let standing: number | null = null;
  let changedBy: string | null = null;
  const clock = () => (standing ?? performance.now()) + skipped;
  let users = new KnownUsers(clock);
  return {
    get users() {
      return users;
    },
    forget() {
      users = new KnownUsers(clock);
    },
    noteChange() {
      changedBy = past;
    },
    noteRequest(request) {
      const id = readCookie(request, areaOf(new URL(request.url).pathname).cookies.session, secure);
      if (request.method !== "GET" && request.method !== "HEAD") changedBy = id ?? past;
      if (changedBy === null || changedBy === id) return;
      // One more: these are no whole numbers.
      skipped += recentLife + 1;
      changedBy = null;
    },
    run(isRunning) {
      standing = isRunning ? null : performance.now();
    },
  };
}
