/** The bench's table, and the same as JSON for whoever compares two runs. */
import { cpus, totalmem } from "node:os";
import { coresAreApart } from "./measure/cores.ts";
import { type Limit, type Measurement, respects } from "./measure/figure.ts";
import { type Summary, summarise } from "./measure/statistics.ts";

type Verdict = "met" | "missed" | "broken" | "";

export interface Line extends Summary {
  what: string;
  unit: string;
  runs: number;
  goal: string;
  /** The median as a share of the goal; null without one. */
  ratio: number | null;
  verdict: Verdict;
  note: string;
  values: readonly number[];
}

export interface Section {
  name: string;
  title: string;
  lines: Line[];
}

/** Says how many cores, how much memory and which Node; nothing that names the machine or who runs it. */
export function machine(): Record<string, string | number | boolean> {
  return {
    system: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    serverOnItsOwnCore: coresAreApart,
  };
}

/** Sums a measurement up: its median is what is judged. */
export function lineOf(measurement: Measurement): Line {
  const { what, unit, values, goal, note } = measurement;
  const summary = summarise(values);
  const mark = goal?.atLeast ?? goal?.atMost;
  return {
    what,
    unit,
    runs: values.length,
    ...summary,
    goal: goal === undefined ? "" : wordsOf(goal),
    ratio: mark === undefined || mark === 0 ? null : summary.median / mark,
    verdict: verdictOn(summary.median, measurement),
    note: note ?? "",
    values,
  };
}

function verdictOn(median: number, { goal, floor }: Measurement): Verdict {
  if (!respects(median, floor)) return "broken";
  if (goal === undefined) return "";
  return respects(median, goal) ? "met" : "missed";
}

function wordsOf({ atLeast, atMost }: Limit): string {
  if (atLeast !== undefined) return `≥ ${shown(atLeast)}`;
  return atMost === undefined ? "" : `≤ ${shown(atMost)}`;
}

function shown(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(decimals);
}

const columns = ["", "median", "", "lowest – highest", "spread", "goal", "÷ goal", ""];

/** Gives one figure as lines of text, its columns aligned. */
export function tableOf({ title, lines }: Section): string {
  const cells = lines.map((line) => [
    line.what,
    shown(line.median),
    line.unit,
    line.runs > 1 ? `${shown(line.lowest)} – ${shown(line.highest)}` : "",
    line.runs > 1 ? `${Math.round(line.spread * 100)} %` : "exact",
    line.goal,
    line.ratio === null ? "" : line.ratio.toFixed(2),
    line.verdict,
  ]);
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const numeric = new Set([1, 4, 5, 6]);
  const print = (row: readonly string[]) =>
    row
      .map((cell, index) => (numeric.has(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  const notes = lines.filter((line) => line.note !== "").map((line) => `  ${line.what} (${line.unit}): ${line.note}`);
  return [title, print(columns), ...cells.map(print), ...new Set(notes), ""].join("\n");
}
