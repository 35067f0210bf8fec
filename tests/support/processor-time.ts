/** How long programs computed. */
import { existsSync, readFileSync } from "node:fs";

/** Of the numbers of a process in /proc, counted from the state: time of its own, and of those that ended under it. */
const fields = { own: [11, 12], ended: [13, 14] } as const;
/** Of the clock in /proc, in a second. */
const ticks = 100;

/** Gives the seconds of processor time that this process took, or those that ended under it; null where the system does not tell. */
export function processorSeconds(of: keyof typeof fields): number | null {
  const file = "/proc/self/stat";
  if (!existsSync(file)) return null;
  // The name in parentheses may have spaces.
  const numbers = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields[of].reduce((sum, place) => sum + Number(numbers[place]), 0) / ticks;
}
