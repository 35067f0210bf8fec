import type { Log } from "../log.ts";

/** After that time without a word, a start seems to hang. */
const sayAfterMs = 3_000;

/** Warns when a wait takes longer than three seconds. @returns ends the wait */
export function sayWaiting(log: Pick<Log, "warn">, sentence: () => string): () => void {
  const timer = setTimeout(() => log.warn({}, sentence()), sayAfterMs);
  return () => clearTimeout(timer);
}
