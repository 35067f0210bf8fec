/** What a soak has found, as lines that hold or do not. */
import { quantile } from "../measure/statistics.ts";
import { type Answer, type AnswerKind, type FaultWindow, outsideOf } from "./answers.ts";
import { type Growth, growthOf, type Samples } from "./usage-watch.ts";
import type { Lookup, Write } from "./writes.ts";

export interface Line {
  readonly what: string;
  readonly found: string;
  /** Null for what is only told. */
  readonly holds: boolean | null;
}

const longestPageMs = 2_000;

export function linesOfAnswers(answers: readonly Answer[], windows: readonly FaultWindow[]): Line[] {
  const undisturbed = outsideOf(answers, windows);
  const failed = undisturbed.filter(({ status }) => status === 0 || status >= 500);
  const slow = undisturbed.filter(({ kind, ms }) => (kind === "page" || kind === "form") && ms > longestPageMs);
  return [
    ...(["page", "form", "upload", "thumbnail"] as const).map((kind) => timesOf(kind, answers, undisturbed)),
    {
      what: "pages and forms over 2 s, outside of faults",
      found: listOf(slow, ({ what, ms, status }) => `${what} ${status} ${Math.round(ms)} ms`),
      holds: slow.length === 0,
    },
    {
      what: "failed answers, outside of faults",
      found: listOf(failed, ({ what, status }) => `${what} ${status}`),
      holds: failed.length === 0,
    },
    ...windows.map((window) => disturbanceBy(window, answers)),
  ];
}

function timesOf(kind: AnswerKind, answers: readonly Answer[], undisturbed: readonly Answer[]): Line {
  const times = undisturbed.filter((answer) => answer.kind === kind).map(({ ms }) => ms);
  const at = (share: number) => (times.length === 0 ? "–" : `${Math.round(quantile(times, share))} ms`);
  const count = answers.filter((answer) => answer.kind === kind).length;
  return {
    what: `${kind}s`,
    found: `${count}: half within ${at(0.5)}, 99 % within ${at(0.99)}, the slowest ${at(1)}`,
    holds: null,
  };
}

function disturbanceBy({ name, from, to }: FaultWindow, answers: readonly Answer[]): Line {
  const within = answers.filter(({ askedAt }) => askedAt >= from && askedAt <= to);
  const failed = within.filter(({ status }) => status === 0 || status >= 500);
  const seconds = Math.round((to - from) / 1000);
  return {
    what: `fault: ${name}`,
    found: `${seconds} s with recovery, ${failed.length} of ${within.length} answers failed`,
    holds: null,
  };
}

export function linesOfWrites({ acknowledged, repeated, lost, doubled, refused }: Lookup): Line[] {
  const texts = (writes: readonly Write[]) => listOf(writes, ({ text, tries }) => `${text} (sent ${tries}×)`);
  return [
    { what: "writes acknowledged", found: `${acknowledged}, ${repeated} of them sent again`, holds: acknowledged > 0 },
    { what: "writes lost", found: texts(lost), holds: lost.length === 0 },
    { what: "writes doubled", found: texts(doubled), holds: doubled.length === 0 },
    {
      what: "writes that were refused",
      found: listOf(refused, ({ text, refusal }) => `${text}: ${refusal}`),
      holds: refused.length === 0,
    },
  ];
}

/** Memory may grow by a tenth, or by so many MB where it is little. */
const allowedGrowth = (from: number) => Math.max(from / 10, 20);

interface Warm {
  /** From when on the servers were warm, in ms of `performance.now()`. */
  readonly since: number;
  /** How long a process takes until it is warm, in ms: a killed database begins anew. */
  readonly warmUpMs: number;
}

/** Resident memory; judged for databases alone, since that of servers also tells when V8 last collected garbage. */
export function linesOfMemory(samples: Samples, { since, warmUpMs }: Warm): Line[] {
  return [...samples].map(([name, taken]) => {
    const pid = taken.at(-1)?.pid;
    const begun = taken.find((sample) => sample.pid === pid)?.at ?? since;
    const growth = growthOf(taken, Math.max(since, begun + warmUpMs));
    const isDatabase = name.endsWith("database");
    const holds = isDatabase ? growth !== null && isFlat(growth) : null;
    return { what: `resident memory of ${name}`, found: wordsOf(growth), holds };
  });
}

/** What a server keeps when nobody asks anything. @param before when it was warm, in MB @param after in the end */
export function lineOfLiveMemory(name: string, before: number, after: number): Line {
  return {
    what: `live memory of ${name} at rest`,
    found: `${before.toFixed(1)} MB when warm, ${after.toFixed(1)} MB in the end`,
    holds: after - before <= allowedGrowth(before),
  };
}

function isFlat({ from, to }: Growth): boolean {
  return to - from <= allowedGrowth(from);
}

function wordsOf(growth: Growth | null): string {
  if (growth === null) return "not measured";
  const { from, to, minutes } = growth;
  return `${Math.round(from)} MB, ${Math.round(to)} MB after ${minutes.toFixed(1)} minutes: ${((to - from) / minutes).toFixed(1)} MB a minute`;
}

/** How many, and the first of them. */
export function listOf<Value>(values: readonly Value[], words: (value: Value) => string): string {
  const first = values.slice(0, 8).map(words).join("; ");
  return values.length === 0 ? "none" : `${values.length}: ${first}${values.length > 8 ? "; …" : ""}`;
}

/** The lines as a table. */
export function tableOf(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ what }) => what.length));
  const mark = ({ holds }: Line) => (holds === null ? "   " : holds ? "yes" : "NO ");
  return lines.map((line) => `${mark(line)}  ${line.what.padEnd(width)}  ${line.found}\n`).join("");
}
