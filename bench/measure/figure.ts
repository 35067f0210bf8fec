/** What every figure takes and gives, so that the runner can print them as one table. */
import { setTimeout as wait } from "node:timers/promises";

export interface Conditions {
  /** How often each of the compared things is measured, in turns. */
  rounds: number;
  /** Length of one measurement under load. */
  seconds: number;
  /** Also what takes ten minutes. */
  long: boolean;
  /** Rows of the large tables in the figures of growth. */
  clients: number;
  packages: number;
  deals: number;
  /** Clients that are searched through. */
  searched: number;
  /** Says on standard error what is being done now. */
  say(text: string): void;
}

/** A limit in the measurement's own unit. */
export interface Limit {
  atLeast?: number;
  atMost?: number;
}

export interface Measurement {
  what: string;
  unit: string;
  /** One value for each run; one alone where the figure is exact. */
  values: readonly number[];
  /** What we want to reach. */
  goal?: Limit;
  /** What must not be broken: the bench ends with an error otherwise. */
  floor?: Limit;
  /** What a reader has to know to judge the value. */
  note?: string;
}

export interface Figure {
  name: string;
  title: string;
  measure(conditions: Conditions): Promise<Measurement[]>;
}

/** True when the value respects the limit; without a limit, always. Not a number respects none. */
export function respects(value: number, limit: Limit | undefined): boolean {
  if (limit === undefined) return true;
  return value >= (limit.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (limit.atMost ?? Number.POSITIVE_INFINITY);
}

/** One of the compared things: how to measure it once, and what came out so far. */
export interface Contender {
  measure(): Promise<void>;
}

/** A contender whose results are kept in the order of the rounds. */
export class Series<Result> implements Contender {
  readonly results: Result[] = [];
  readonly #once: () => Promise<Result>;

  constructor(once: () => Promise<Result>) {
    this.#once = once;
  }

  async measure(): Promise<void> {
    this.results.push(await this.#once());
  }
}

/**
 * Measures several things in turns, each round beginning with another one, so that a machine that grows slower or faster
 * meanwhile does so for all of them.
 */
export async function alternate(rounds: number, contenders: readonly Contender[]): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      await contender.measure();
      await wait(200);
    }
  }
}
