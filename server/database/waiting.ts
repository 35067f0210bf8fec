import type { Log } from "../log.ts";

/** After how long a start that waits says so, in ms: people believe that one hangs which says nothing for longer. */
const sayAfterMs = 3_000;

/** Writes a warning when something is still waited for after three seconds. Gives the function that ends the waiting. */
export function sayWaiting(log: Pick<Log, "warn">, sentence: () => string): () => void {
  const timer = setTimeout(() => log.warn({}, sentence()), sayAfterMs);
  return () => clearTimeout(timer);
}
