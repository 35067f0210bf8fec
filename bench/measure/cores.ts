/** Keeps the measured process and everything around it on cores of their own. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const count = availableParallelism();
const canPin = count > 1 && spawnSync("taskset", ["-c", "0", "true"], { stdio: "ignore" }).status === 0;

/** The core of the process under measurement. */
export const serverCores = "0";
/** The cores of the load, the canned upstream and the database. */
export const otherCores = count > 2 ? `1-${count - 1}` : "1";

/** Whether processes can be kept apart here; otherwise speeds disturb each other and only ratios say something. */
export const coresAreApart = canPin;

/** Gives a command and its arguments so that the process starts on these cores; unchanged where that cannot be done. */
export function startedOn(cores: string, command: string, args: readonly string[]): [string, string[]] {
  return canPin ? ["taskset", ["-c", cores, command, ...args]] : [command, [...args]];
}

/** Moves a running process with all its threads; what it has started already stays where it is. */
function move(pid: number, cores: string): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", cores, String(pid)], { stdio: "ignore" });
}

/** Gives the ids of the processes that a process has started; none where /proc does not tell. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Puts a web process on the measured core and its children (the embedded database) beside the load. */
export function setApart(webProcess: number): void {
  for (const child of childrenOf(webProcess)) move(child, otherCores);
  move(webProcess, serverCores);
}
