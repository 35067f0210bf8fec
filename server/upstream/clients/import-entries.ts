/** The rows of a file of clients: the problems of each, and which of them are the same client. */
import { z } from "zod";
import { sayWhatIsWrong } from "../engine/input-words.ts";
import { email, listOf, name, phoneNumber } from "./inputs.ts";
import { searchKeysOf } from "./search-keys.ts";
import type { DuplicateEntry, Entry, EntryProblem } from "./tables.ts";

/** The most rows of one file. */
export const maxEntries = 2000;

/** A row as it was read, not checked yet. */
export const givenEntry = z.object({
  /** Its number in the file, the line of the headings being 1. */
  row: z.int().min(1),
  name: z.string(),
  email: z.string(),
  phone: z.string().default(""),
  tags: z.array(z.string()).default([]),
  areas: z.array(z.string()).default([]),
  notes: z.string().default(""),
});
export type GivenEntry = z.output<typeof givenEntry>;

/** A row that can become a client. */
const entry = z.object({
  row: z.int(),
  name,
  email,
  phone: phoneNumber,
  tags: listOf("Tag", 30),
  areas: listOf("Area", 30),
  notes: z.string().trim().max(10_000, "Notes must be at most 10,000 characters."),
});
export const entries = z.array(entry);

export interface CheckedEntries {
  readonly ready: readonly Entry[];
  readonly problems: readonly EntryProblem[];
  readonly doubles: readonly DuplicateEntry[];
}

/** Checks every row by the rules for clients that are entered one by one. Existing clients are not looked up here. */
export function checkEntries(given: readonly GivenEntry[]): CheckedEntries {
  const ready: Entry[] = [];
  const problems: EntryProblem[] = [];
  const doubles: DuplicateEntry[] = [];
  const rows = new Map<string, number>();
  for (const typed of given) {
    const read = entry.safeParse(typed, { error: sayWhatIsWrong });
    if (!read.success) {
      problems.push({ row: typed.row, name: shorten(typed.name), detail: sentencesOf(read.error) });
      continue;
    }
    const marks = identitiesOf(read.data);
    const before = marks.map((mark) => rows.get(mark)).find((row) => row !== undefined);
    if (before === undefined) {
      ready.push(read.data);
      for (const mark of marks) rows.set(mark, read.data.row);
    } else doubles.push({ row: typed.row, name: read.data.name, client_id: null, same_as_row: before });
  }
  return { ready, problems, doubles };
}

/** By what two clients are taken for one: the e-mail address, or the phone number together with the name. */
function identitiesOf(read: Entry): string[] {
  const { emailKey, phoneKey, nameKey } = keysOf(read);
  return [`email ${emailKey}`, ...(phoneKey === null ? [] : [`phone ${phoneKey} ${nameKey}`])];
}

/** The keys that are stored beside a client. */
export function keysOf({ name, email, phone }: Entry) {
  return searchKeysOf({ name, email, phoneNumber: phone });
}

/** The first thing that is wrong with each cell. */
function sentencesOf(error: z.ZodError): string {
  const first = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of error.issues) if (!first.has(path[0])) first.set(path[0], message);
  return [...first.values()].map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" ");
}

/** A cell that is no name may be of any length. */
function shorten(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= 80 ? text.trim() : `${characters.slice(0, 80).join("")}…`;
}
