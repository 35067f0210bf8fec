import type { Log } from "./log.ts";

/** One piece of work may compute for this long before others have their turn, in ms. */
const longestHoldMs = 200;
const lookEveryMs = 20;

/** Who may have held the event loop. */
interface Suspects {
  names(): readonly string[];
  forgetEnded(): void;
}

/**
 * Writes a warning whenever this thread computed for too long in one go: nobody else was answered meanwhile. What counts is the
 * thread's own time on a processor: that other programs keep the machine busy is nobody's fault here.
 * @returns the function that ends the watch
 */
export function watchEventLoop(log: Pick<Log, "warn">, suspects: Suspects): () => void {
  let timer: NodeJS.Timeout | undefined;

  function lookLater(): void {
    const due = performance.now() + lookEveryMs;
    const before = process.threadCpuUsage();
    timer = setTimeout(() => {
      const { user, system } = process.threadCpuUsage(before);
      const held = Math.min(performance.now() - due, (user + system) / 1000);
      if (held > longestHoldMs)
        log.warn({ ms: Math.round(held), requests: suspects.names() }, "The event loop was held");
      suspects.forgetEnded();
      lookLater();
    }, lookEveryMs).unref();
  }

  lookLater();
  return () => clearTimeout(timer);
}
