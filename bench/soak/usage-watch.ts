/** Memory and descriptors of the servers' processes during a soak. */
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { processesOn } from "#tests/support/database-kills.ts";
import { memoryMb } from "../measure/usage.ts";
import type { SoakServers } from "./servers.ts";

export interface Sample {
  /** When, in ms of `performance.now()`. */
  readonly at: number;
  /** The process: one that was started again is another. */
  readonly pid: number;
  /** Resident memory in MB. */
  readonly memory: number;
}

/** Samples by the name of the process. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

const everyMs = 2_000;

/** Samples both servers and their databases until it is stopped. */
export function watchUsage({ web, api }: SoakServers): { readonly samples: Samples; stop(): void } {
  const samples = new Map<string, Sample[]>();
  const take = (name: string, pid: number): void => {
    const memory = memoryMb(pid);
    const taken = samples.get(name) ?? [];
    if (memory !== null) taken.push({ at: performance.now(), pid, memory });
    samples.set(name, taken);
  };
  const sampling = setInterval(() => {
    for (const { name, pid, dataDir } of [web, api]) {
      take(name, pid);
      for (const database of processesOn(dataDir)) take(`${name}'s database`, database);
    }
  }, everyMs);
  return { samples, stop: () => clearInterval(sampling) };
}

/** The growth of a line through the samples of the last process from a time on. */
export interface Growth {
  /** MB at the beginning and at the end of the line. */
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
}

/** Lays a line through the samples by least squares; null for fewer than three. */
export function growthOf(samples: readonly Sample[], since: number): Growth | null {
  const last = samples.at(-1)?.pid;
  const points = samples.filter(({ at, pid }) => pid === last && at >= since);
  const [first, end] = [points[0], points.at(-1)];
  if (first === undefined || end === undefined || points.length < 3) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, memory] = [mean(points.map((point) => point.at)), mean(points.map((point) => point.memory))];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.at - at) * (point.memory - memory), 0) / spread;
  const valueAt = (time: number) => memory + slope * (time - at);
  return { from: valueAt(first.at), to: valueAt(end.at), minutes: (end.at - first.at) / 60_000 };
}

/** Descriptors of a process at rest: the fewest of some looks, since a job looks for work now and then. */
export async function countDescriptors(pid: number): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 20; look += 1) {
    fewest = Math.min(fewest, readdirSync(`/proc/${pid}/fd`).length);
    await wait(250);
  }
  return fewest;
}
