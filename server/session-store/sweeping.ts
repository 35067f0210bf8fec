import type { Log } from "#app/session/context.ts";
import type { SessionStore } from "#app/session/store.ts";

/** How often expired rows go, in milliseconds. */
const interval = 10 * 60_000;

/** Sweeps now and then until the returned function is called. A failure is logged and tried again at the next turn. */
export function startSweeping(store: SessionStore, log: Log, every = interval): () => void {
  const sweep = async (): Promise<void> => {
    try {
      const rows = await store.sweep();
      if (rows > 0) log.debug({ rows }, "expired sessions and forms removed");
    } catch (error) {
      log.warn({ err: error }, "expired sessions and forms could not be removed");
    }
  };
  const timer = setInterval(() => void sweep(), every);
  timer.unref();
  return () => clearInterval(timer);
}
