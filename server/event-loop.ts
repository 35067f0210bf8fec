import type { Log } from "./log.ts";

/** In ms. */
const longestHoldMs = 200;
const lookEveryMs = 20;

interface Suspects {
  names(): readonly string[];
  forgetEnded(): void;
}

/**
 * Warns when this thread computed for too long, measured by its own CPU time, which other programs do not affect.
 * @returns ends the watch
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
