/** Rows of a file: their problems and duplicates. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { sayWhatIsWrong } from "../engine/inputs.ts";
import type { DuplicateEntry, EntryProblem, ImportEntry } from "../tables.ts";

export const givenRow = z.object({
  /** The headings are line 1. */
  row: z.int().min(1),
  /** Why it cannot be imported in any case. */
  faults: z.array(z.string().max(500)).max(20).default([]),
  /** What is moved or left out. */
  remarks: z.array(z.string().max(500)).max(200).default([]),
});
type GivenRow = z.output<typeof givenRow>;

interface RowRules<Given extends GivenRow, Entry extends ImportEntry> {
  readonly entry: z.ZodType<Entry>;
  /** The values of cells; null where they say nothing. */
  readonly valuesOf: (given: Given) => object;
  /** Defaults of what a record can be without. */
  readonly spare: Readonly<Record<string, unknown>>;
  /** Of these, what is left out in any case where it cannot be read. */
  readonly soft?: ReadonlySet<string>;
  /** The beginning of problems of a value's parts, by its name. */
  readonly partLabels?: ReadonlyMap<PropertyKey | undefined, string>;
  readonly nameOf: (row: Given | Entry) => string;
  /** The row of an earlier duplicate; else this row is remembered. */
  readonly findEarlier: (entry: Entry) => number | undefined;
}

/** Some milliseconds' work. */
const rowsAtOnce = 50;

/**
 * Checks rows by the rules for single records; others get a turn in between. @param leavesOut whether an unreadable cell is left out
 * if the row can be imported without it @returns entries, remarks and problems, and the rows with problems as they are without the
 * cells that cannot be read
 */
export async function checkRows<Given extends GivenRow, Entry extends ImportEntry>(
  given: readonly Given[],
  leavesOut: boolean,
  rules: RowRules<Given, Entry>,
) {
  const ready: Entry[] = [];
  const remarks: EntryProblem[] = [];
  const problems: EntryProblem[] = [];
  const doubles: DuplicateEntry[] = [];
  const spared: Entry[] = [];
  for (const [place, typed] of given.entries()) {
    if (place % rowsAtOnce === rowsAtOnce - 1) await nextTurn();
    const { row, faults } = typed;
    const read = readRow(typed, leavesOut, rules);
    if ("wrong" in read || faults.length > 0) {
      const detail = [...faults, ...("wrong" in read ? [read.wrong] : [])].join(" ");
      problems.push({ row, name: shorten(rules.nameOf(typed)), detail });
      if (read.rest !== undefined && faults.length === 0) spared.push(read.rest);
      continue;
    }
    const { value, left } = read;
    const name = rules.nameOf(value);
    const before = rules.findEarlier(value);
    if (before !== undefined) {
      doubles.push({ row, name, same_as_row: before });
      continue;
    }
    ready.push(value);
    const said = [...typed.remarks, ...left];
    if (said.length > 0) remarks.push({ row, name, detail: said.join(" ") });
  }
  return { ready, remarks, problems, doubles, rest: spared.filter((entry) => rules.findEarlier(entry) === undefined) };
}

type ReadRow<Entry> =
  | { readonly value: Entry; readonly left: readonly string[]; readonly rest?: undefined }
  | { readonly wrong: string; readonly rest?: Entry };

function readRow<Given extends GivenRow, Entry extends ImportEntry>(
  typed: Given,
  leavesOut: boolean,
  { entry, valuesOf, spare, soft = new Set(), partLabels = new Map() }: RowRules<Given, Entry>,
): ReadRow<Entry> {
  const values = valuesOf(typed);
  const read = entry.safeParse(values, { error: sayWhatIsWrong });
  if (read.success) return { value: read.data, left: [] };
  const wrong = sentencesOf(read.error, partLabels);
  const cells = new Set(read.error.issues.map(({ path }) => path[0]));
  const without = Object.fromEntries(Object.entries(spare).filter(([cell]) => cells.has(cell)));
  const rest = entry.safeParse({ ...values, ...without }, { error: sayWhatIsWrong });
  if (!rest.success) return { wrong };
  const isLeft = leavesOut || [...cells].every((cell) => typeof cell === "string" && soft.has(cell));
  return isLeft ? { value: rest.data, left: [`Left out: ${wrong}`] } : { wrong, rest: rest.data };
}

/** For each cell the first one. */
function sentencesOf(error: z.ZodError, partLabels: ReadonlyMap<PropertyKey | undefined, string>): string {
  const first = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of error.issues)
    if (!first.has(path[0])) first.set(path[0], (path.length > 1 ? (partLabels.get(path[0]) ?? "") : "") + message);
  return [...first.values()].map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" ");
}

function shorten(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= 80 ? text.trim() : `${characters.slice(0, 80).join("")}…`;
}
