/** The rows of a file: the problems of each, and which of them are the same record. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { sayWhatIsWrong } from "../engine/inputs.ts";
import type { DuplicateEntry, EntryProblem, ImportEntry } from "../tables.ts";

/** What every row is given with, beside the texts of its cells. */
export const givenRow = z.object({
  /** Its number in the file, the line of the headings being 1. */
  row: z.int().min(1),
  /** Why it cannot be imported whatever its cells say, in sentences. */
  faults: z.array(z.string().max(500)).max(20).default([]),
  /** What of it is kept elsewhere than it stood, or left out. */
  remarks: z.array(z.string().max(500)).max(200).default([]),
});
type GivenRow = z.output<typeof givenRow>;

/** The rules of one kind of record. */
interface RowRules<Given extends GivenRow, Entry extends ImportEntry> {
  /** What a record is made of, as where it is entered by itself. */
  readonly entry: z.ZodType<Entry>;
  /** What the texts of the cells mean; what they do not say is null. */
  readonly valuesOf: (given: Given) => object;
  /** What a record can be without, and has then. */
  readonly spare: Readonly<Record<string, unknown>>;
  /** What a problem with a part of a value begins with, by the value's name. */
  readonly partLabels?: ReadonlyMap<PropertyKey | undefined, string>;
  readonly nameOf: (row: Given | Entry) => string;
  /** An earlier row that is the same record; where there is none, this one is for the rows after it. */
  readonly findEarlier: (entry: Entry) => number | undefined;
}

/** Rows that are checked in one go: some milliseconds, whatever their cells say. */
const rowsAtOnce = 50;

/**
 * Checks every row by the rules for records that are entered one by one; others have their turn meanwhile. Existing records are
 * not looked up here.
 * @param leavesOut whether a cell that cannot be read is left out, and said, where the row can be imported without it
 * @returns the rows that can be imported, what is said about some of these, and the other rows
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
  for (const [place, typed] of given.entries()) {
    if (place % rowsAtOnce === rowsAtOnce - 1) await nextTurn();
    const { row, faults } = typed;
    const read = readRow(typed, leavesOut, rules);
    if ("wrong" in read || faults.length > 0) {
      const detail = [...faults, ...("wrong" in read ? [read.wrong] : [])].join(" ");
      problems.push({ row, name: shorten(rules.nameOf(typed)), detail });
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
  return { ready, remarks, problems, doubles };
}

/** A row as a record, with what was left out of it in sentences; or what is wrong with it. */
function readRow<Given extends GivenRow, Entry extends ImportEntry>(
  typed: Given,
  leavesOut: boolean,
  { entry, valuesOf, spare, partLabels = new Map() }: RowRules<Given, Entry>,
) {
  const values = valuesOf(typed);
  const read = entry.safeParse(values, { error: sayWhatIsWrong });
  if (read.success) return { value: read.data, left: [] };
  const wrong = sentencesOf(read.error, partLabels);
  if (!leavesOut) return { wrong };
  const cells = new Set(read.error.issues.map(({ path }) => path[0]));
  const without = Object.fromEntries(Object.entries(spare).filter(([cell]) => cells.has(cell)));
  const rest = entry.safeParse({ ...values, ...without }, { error: sayWhatIsWrong });
  return rest.success ? { value: rest.data, left: [`Left out: ${wrong}`] } : { wrong };
}

/** The first thing that is wrong with each cell. */
function sentencesOf(error: z.ZodError, partLabels: ReadonlyMap<PropertyKey | undefined, string>): string {
  const first = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of error.issues)
    if (!first.has(path[0])) first.set(path[0], (path.length > 1 ? (partLabels.get(path[0]) ?? "") : "") + message);
  return [...first.values()].map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" ");
}

/** A cell that is no name may be of any length. */
function shorten(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= 80 ? text.trim() : `${characters.slice(0, 80).join("")}…`;
}
