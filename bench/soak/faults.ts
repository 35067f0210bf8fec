/** What is broken during a soak, each once. */
import { setTimeout as wait } from "node:timers/promises";
import { killEmbedded } from "#tests/support/database-kills.ts";
import type { FaultWindow } from "./answers.ts";
import type { Disk } from "./disk.ts";
import type { SoakServers } from "./servers.ts";

/** How long the API hangs and the disk is full, in ms. */
const faultMs = 20_000;
/** How long the servers may take to be as before, in ms: the longest that a page waits, and a breaker's pause after it. */
const recoveryMs = 15_000;

interface Fault {
  readonly name: string;
  /** When it begins, as a share of the time under load. */
  readonly at: number;
  begin(): void;
  end(): void;
  /** In ms. */
  readonly lasts: number;
}

/** The faults that this machine can make, in their order. */
export function faultsOf({ web, api, line }: SoakServers, disk: Disk): Fault[] {
  const kill: Fault = {
    name: "both databases killed",
    at: 0.2,
    begin() {
      for (const { dataDir } of [web, api]) killEmbedded(dataDir);
    },
    end() {},
    lasts: 0,
  };
  const hang: Fault = {
    name: "API hangs",
    at: 0.45,
    begin: () => line.hold(),
    end: () => line.release(),
    lasts: faultMs,
  };
  if (disk.own === null) return [kill, hang];
  const { fill, free } = disk.own;
  return [kill, hang, { name: "disk full", at: 0.7, begin: fill, end: free, lasts: faultMs }];
}

/** Makes each fault at its time within `loadMs`; gives when pages may have suffered from them. */
export async function makeFaults(
  faults: readonly Fault[],
  loadMs: number,
  say: (text: string) => void,
): Promise<FaultWindow[]> {
  const started = performance.now();
  const windows: FaultWindow[] = [];
  for (const { name, at, begin, end, lasts } of faults) {
    await wait(Math.max(0, started + at * loadMs - performance.now()));
    say(name);
    const from = performance.now();
    begin();
    await wait(lasts);
    end();
    windows.push({ name, from, to: performance.now() + recoveryMs });
  }
  return windows;
}
