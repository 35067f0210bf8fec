import type { Log } from "./log.ts";

const sayEveryMs = 3_000;

export interface Starting {
  /** Notes what the start is at now, as in "opening the database". */
  readonly at: (part: string) => void;
  readonly end: () => void;
}

/** Warns every three seconds of a start what it is at: on a busy machine it takes long, and would seem to hang. */
export function sayStarting(log: Pick<Log, "warn">): Starting {
  let part = "reading the program";
  const begun = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    log.warn({ seconds }, `Still starting: ${part}`);
  }, sayEveryMs);
  return {
    at: (now) => {
      part = now;
    },
    end: () => clearInterval(timer),
  };
}
