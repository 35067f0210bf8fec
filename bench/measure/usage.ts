/** What a process uses, as Linux tells it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const ticksPerSecond = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100;

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Gives the CPU time that a process with all its threads has used so far, in ms; null where the system does not tell. */
export function cpuMs(pid: number): number | null {
  // The second field, the command's name, may hold spaces and brackets: the rest begins after its last bracket.
  const fields = read(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ");
  const user = Number(fields?.[11]);
  const system = Number(fields?.[12]);
  if (fields === undefined || Number.isNaN(user + system)) return null;
  return ((user + system) * 1000) / ticksPerSecond;
}

/** Gives the resident memory of a process in MB (10⁶ bytes); null where the system does not tell. */
export function memoryMb(pid: number): number | null {
  const kibibytes = read(`/proc/${pid}/status`)?.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
}
