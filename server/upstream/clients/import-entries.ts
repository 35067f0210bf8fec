/** The rows of a file of clients: the problems of each, and which of them are the same client. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { currencyNamed, readMoney, sayMoneyProblem, writeCommas } from "../../../spelling/money.ts";
import { phoneProblem } from "../../../spelling/phone-number.server.ts";
import { phoneNumber, sayWhatIsWrong } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";
import type { DuplicateEntry, Entry, EntryProblem } from "../tables.ts";
import { dayIn, leastIn } from "./import-cells.ts";
import {
  agreement,
  bathsOf,
  countOf,
  leadSource,
  listOf,
  lotSizeOf,
  maxPeople,
  name,
  optionalEmail,
  unreachable,
} from "./inputs.ts";
import { emailKeyOf, searchKeysOf } from "./search-keys.ts";

/** The most rows of one file. */
export const maxEntries = 5000;

/** A row as it was read, not checked yet: the texts of its cells. */
export const givenEntry = z.object({
  /** Its number in the file, the line of the headings being 1. */
  row: z.int().min(1),
  /** Why it cannot be imported whatever its cells say, in sentences. */
  faults: z.array(z.string().max(500)).max(20).default([]),
  /** What of it is kept elsewhere than it stood, or left out. */
  remarks: z.array(z.string().max(500)).max(200).default([]),
  name: z.string(),
  email: z.string().default(""),
  phone: z.string().default(""),
  tags: z.array(z.string()).default([]),
  areas: z.array(z.string()).default([]),
  notes: z.string().default(""),
  houseTypes: z.array(z.string()).default([]),
  budget: z.string().default(""),
  budgetCurrency: z.string().default(""),
  minBeds: z.string().default(""),
  minBaths: z.string().default(""),
  minLotSize: z.string().default(""),
  minGarages: z.string().default(""),
  agreementStartsOn: z.string().default(""),
  agreementEndsOn: z.string().default(""),
  leadSource: z.string().default(""),
  people: z
    .array(z.object({ name: z.string(), email: z.string().default(""), phone: z.string().default("") }))
    .default([]),
});
export type GivenEntry = z.output<typeof givenEntry>;

const phoneMessages = {
  rounded: "Phone number was rounded by a spreadsheet. Format the column as text, and enter it again.",
  short: "Phone number must have at least 5 digits, or be blank.",
  impossible: "Phone number has too many or too few digits. Begin a number from abroad with + and its country.",
} as const;

/** A phone number that can be one; empty is none. */
const phone = phoneNumber.superRefine((typed, context) => {
  const problem = typed === null ? null : phoneProblem(typed);
  if (problem !== null) context.addIssue({ code: "custom", message: phoneMessages[problem] });
});

/** Whether somebody can be written to or called. */
const isReachable = ({ email, phone }: { readonly email: string | null; readonly phone: string | null }) =>
  email !== null || phone !== null;

const person = z.object({ name, email: optionalEmail, phone }).refine(isReachable, unreachable);

/** An amount, or what is wrong with its cell. */
const budget = z
  .looseObject({ problem: z.string().optional() })
  .superRefine(({ problem }, context) => {
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .pipe(moneyOf("Budget"));

/** A row that can become a client. What was kept before there were more columns has none of them. */
const entry = z
  .object({
    row: z.int(),
    name,
    email: optionalEmail,
    phone,
    tags: listOf("Tag", 30),
    areas: listOf("Area", 30),
    notes: z.string().trim().max(10_000, "Notes must be at most 10,000 characters."),
    houseTypes: listOf("House type", 20).default([]),
    budget: budget.nullable().default(null),
    minBeds: countOf("Min. beds").nullable().default(null),
    minBaths: bathsOf("Min. baths").nullable().default(null),
    minLotSize: lotSizeOf("Min. lot size").nullable().default(null),
    minGarages: countOf("Min. garages").nullable().default(null),
    agreement: agreement.nullable().default(null),
    leadSource: leadSource.default(null),
    people: z
      .array(person)
      .max(maxPeople, `A household has room for ${maxPeople} people.`)
      .refine(areDifferent, "The household has the same email twice.")
      .default([]),
  })
  .refine(isReachable, { path: ["email"], message: unreachable, when: () => true });
export const entries = z.array(entry);

function areDifferent(people: readonly z.output<typeof person>[]): boolean {
  const keys = people.flatMap(({ email }) => (email === null ? [] : [emailKeyOf(email)]));
  return new Set(keys).size === keys.length;
}

/** What the texts of the cells mean; what they do not say is null. */
function valuesOf(given: GivenEntry, hasCommas: boolean) {
  const { row, name, email, phone, tags, areas, notes, houseTypes, leadSource, people } = given;
  const number = (text: string) => (text.trim() === "" ? null : leastIn(text));
  return {
    row,
    name,
    email,
    phone,
    tags,
    areas,
    notes,
    houseTypes,
    leadSource,
    people,
    budget: budgetOf(given, hasCommas),
    minBeds: number(given.minBeds),
    minBaths: number(given.minBaths),
    minLotSize: number(given.minLotSize),
    minGarages: number(given.minGarages),
    agreement: agreementOf(given),
  };
}

/** Without a currency in the cell or in its column it is US dollars. */
function budgetOf({ budget, budgetCurrency }: GivenEntry, writesCommas: boolean) {
  if (budget.trim() === "") return null;
  const column = budgetCurrency.trim() === "" ? null : (currencyNamed(budgetCurrency) ?? budgetCurrency);
  const read = readMoney(budget, { currency: column, writesCommas });
  if ("amount" in read) return { amount: read.amount, currency: column ?? read.currency ?? "USD" };
  if (read.problem === "currency")
    return { problem: `Budget says ${read.currency}, and the column of its currency ${column}.` };
  const sentence = sayMoneyProblem(read);
  return { problem: sentence === null ? "Budget must be an amount, such as 450,000." : `Budget: ${sentence}` };
}

function agreementOf({ agreementStartsOn, agreementEndsOn }: GivenEntry) {
  const [startsOn, endsOn] = [agreementStartsOn.trim(), agreementEndsOn.trim()];
  return startsOn === "" && endsOn === "" ? null : { startsOn: dayIn(startsOn), endsOn: dayIn(endsOn) };
}

class CheckedEntries {
  readonly ready: Entry[] = [];
  /** What is said about rows that are ready. */
  readonly remarks: EntryProblem[] = [];
  readonly problems: EntryProblem[] = [];
  readonly doubles: DuplicateEntry[] = [];
  /** The rows that are ready, by what their clients are known by. */
  readonly rows = new Map<string, number>();
  /** Whether the file has commas before decimals. */
  readonly hasCommas: boolean;

  constructor(file: readonly GivenEntry[]) {
    this.hasCommas = writeCommas(file.map(({ budget }) => budget));
  }
}

/** Rows that are checked in one go: some milliseconds, whatever their cells say. */
const rowsAtOnce = 50;

/** The same as `checkEntries`, for a file of any length: others have their turn meanwhile. */
export async function checkInTurns(given: readonly GivenEntry[], leavesOut: boolean): Promise<CheckedEntries> {
  const checked = new CheckedEntries(given);
  for (let first = 0; first < given.length; first += rowsAtOnce) {
    checkEntries(given.slice(first, first + rowsAtOnce), leavesOut, checked);
    await nextTurn();
  }
  return checked;
}

/**
 * Checks every row by the rules for clients that are entered one by one. Existing clients are not looked up here.
 * @param leavesOut whether a cell that cannot be read is left out, and said, where the row can be imported without it
 * @param checked what was found in the rows before these; what is found is added to it
 */
export function checkEntries(
  given: readonly GivenEntry[],
  leavesOut = false,
  checked = new CheckedEntries(given),
): CheckedEntries {
  const { ready, remarks, problems, doubles, rows, hasCommas } = checked;
  for (const typed of given) {
    const { row, faults } = typed;
    const read = readEntry(typed, leavesOut, hasCommas);
    if ("wrong" in read || faults.length > 0) {
      const detail = [...faults, ...("wrong" in read ? [read.wrong] : [])].join(" ");
      problems.push({ row, name: shorten(typed.name), detail });
      continue;
    }
    const { value, left } = read;
    const marks = identitiesOf(value);
    const before = marks.map((mark) => rows.get(mark)).find((row) => row !== undefined);
    if (before === undefined) {
      ready.push(value);
      const said = [...typed.remarks, ...left];
      if (said.length > 0) remarks.push({ row, name: value.name, detail: said.join(" ") });
      for (const mark of marks) rows.set(mark, row);
    } else doubles.push({ row, name: value.name, client_id: null, same_as_row: before });
  }
  return checked;
}

/** What a client can be without. */
const spare = {
  phone: null,
  email: null,
  tags: [],
  areas: [],
  notes: "",
  houseTypes: [],
  budget: null,
  minBeds: null,
  minBaths: null,
  minLotSize: null,
  minGarages: null,
  agreement: null,
  leadSource: null,
  people: [],
};

/** A row as a client, with what was left out of it in sentences; or what is wrong with it. */
function readEntry(typed: GivenEntry, leavesOut: boolean, hasCommas: boolean) {
  const values = valuesOf(typed, hasCommas);
  const read = entry.safeParse(values, { error: sayWhatIsWrong });
  if (read.success) return { value: read.data, left: [] };
  const wrong = sentencesOf(read.error);
  if (!leavesOut) return { wrong };
  const cells = new Set(read.error.issues.map(({ path }) => path[0]));
  const without = Object.fromEntries(Object.entries(spare).filter(([cell]) => cells.has(cell)));
  const rest = entry.safeParse({ ...values, ...without }, { error: sayWhatIsWrong });
  return rest.success ? { value: rest.data, left: [`Left out: ${wrong}`] } : { wrong };
}

/** By what two clients are taken for one: an email of the household, or the client's phone number together with the name. */
function identitiesOf(read: Entry): string[] {
  const { phoneKey, nameKey } = keysOf(read);
  const emails = [read, ...read.people].flatMap(({ email }) => (email === null ? [] : [`email ${emailKeyOf(email)}`]));
  return phoneKey === null ? emails : [...emails, `phone ${phoneKey} ${nameKey}`];
}

/** The keys that are stored beside a client. */
export function keysOf({ name, email, phone }: Pick<Entry, "name" | "email" | "phone">) {
  return searchKeysOf({ name, email, phoneNumber: phone });
}

/** The names of columns whose parts have messages that do not name them. */
const columns: ReadonlyMap<PropertyKey | undefined, string> = new Map([["people", "Household: "]]);

/** The first thing that is wrong with each cell. */
function sentencesOf(error: z.ZodError): string {
  const first = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of error.issues)
    if (!first.has(path[0])) first.set(path[0], (path.length > 1 ? (columns.get(path[0]) ?? "") : "") + message);
  return [...first.values()].map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" ");
}

/** A cell that is no name may be of any length. */
function shorten(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= 80 ? text.trim() : `${characters.slice(0, 80).join("")}…`;
}
