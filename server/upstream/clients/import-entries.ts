/** Rows of a file of clients: their problems and duplicates. */
import { z } from "zod";
import { writeCommas } from "../../../spelling/money.ts";
import { phoneProblem } from "../../../spelling/phone-number.server.ts";
import { givenDay } from "../engine/days.ts";
import { partsOf } from "../engine/declared-fields.ts";
import { phoneNumber, textOf } from "../engine/inputs.ts";
import { dateAdvice, dateHabitOf, dayIn } from "../imports/date-cells.ts";
import { checkRows, givenRow } from "../imports/file-rows.ts";
import { moneyCellOf, moneyIn } from "../imports/import-cells.ts";
import { importedFields } from "./client-fields.ts";
import { agreement, maxPeople, name, optionalEmail, unreachable } from "./inputs.ts";
import { importedWishes, wishFields } from "./profile-fields.ts";
import { emailKeyOf, searchKeysOf } from "./search-keys.ts";

export const maxEntries = 5000;

/** Unchecked cells. */
export const givenEntry = givenRow.extend({
  name: z.string(),
  email: z.string().default(""),
  phone: z.string().default(""),
  areas: wishFields.preferredAreas.cell,
  notes: z.string().default(""),
  houseTypes: wishFields.propertyTypes.cell,
  budget: z.string().default(""),
  budgetCurrency: z.string().default(""),
  ...partsOf(importedWishes, "cell"),
  agreementStartsOn: z.string().default(""),
  agreementEndsOn: z.string().default(""),
  ...partsOf(importedFields, "cell"),
  people: z
    .array(z.object({ name: z.string(), email: z.string().default(""), phone: z.string().default("") }))
    .default([]),
});
type GivenEntry = z.output<typeof givenEntry>;

const phoneMessages = {
  rounded: "Phone number was rounded by a spreadsheet. Format the column as text, and enter it again.",
  short: "Phone number must have at least 5 digits, or be blank.",
  impossible: "Phone number has too many or too few digits. Begin a number from abroad with + and its country.",
} as const;

/** Empty is null. */
const phone = phoneNumber.superRefine((typed, context) => {
  const problem = typed === null ? null : phoneProblem(typed);
  if (problem !== null) context.addIssue({ code: "custom", message: phoneMessages[problem] });
});

const isReachable = ({ email, phone }: { readonly email: string | null; readonly phone: string | null }) =>
  email !== null || phone !== null;

const person = z.object({ name, email: optionalEmail, phone }).refine(isReachable, unreachable);

const dateOf = (what: string) => givenDay(`The agreement's ${what} must be a date. ${dateAdvice}`);
const importedAgreement = z.object({ startsOn: dateOf("start"), endsOn: dateOf("end") }).pipe(agreement);

/** Entries of earlier versions lack later columns. */
const entry = z
  .object({
    row: z.int(),
    name,
    email: optionalEmail,
    phone,
    areas: wishFields.preferredAreas.entry,
    notes: textOf("Notes", 10_000),
    houseTypes: wishFields.propertyTypes.entry,
    budget: moneyCellOf("Budget").nullable().default(null),
    ...partsOf(importedWishes, "entry"),
    agreement: importedAgreement.nullable().default(null),
    ...partsOf(importedFields, "entry"),
    people: z
      .array(person)
      .max(maxPeople, `A household has room for ${maxPeople} people.`)
      .refine(areDifferent, "The household has the same email twice.")
      .default([]),
  })
  .refine(isReachable, { path: ["email"], message: unreachable, when: () => true });
export const entries = z.array(entry);
export type Entry = z.output<typeof entry>;

function areDifferent(people: readonly z.output<typeof person>[]): boolean {
  const keys = people.flatMap(({ email }) => (email === null ? [] : [emailKeyOf(email)]));
  return new Set(keys).size === keys.length;
}

/** The values of cells; null where they say nothing. */
function valuesOf(given: GivenEntry, hasCommas: boolean) {
  const { budget: amount, budgetCurrency: currency } = given;
  return { ...given, budget: moneyIn({ amount, currency }, "Budget", hasCommas), agreement: agreementOf(given) };
}

function agreementOf({ agreementStartsOn: startsOn, agreementEndsOn: endsOn }: GivenEntry) {
  return startsOn === "" && endsOn === "" ? null : { startsOn, endsOn };
}

/** Whoever has no name is called by an address or number, and dates are read by all of the file's. */
function plainEntries(given: readonly GivenEntry[]): GivenEntry[] {
  const habit = dateHabitOf(
    given.flatMap(({ agreementStartsOn, agreementEndsOn }) => [agreementStartsOn, agreementEndsOn]),
  );
  return given.map((row) => {
    const [starts, ends] = [dayIn(row.agreementStartsOn, habit), dayIn(row.agreementEndsOn, habit)];
    const said = [starts, ends].flatMap((date) => date.said ?? []);
    return {
      ...row,
      name: row.name.trim() || row.email.trim() || row.phone.trim(),
      agreementStartsOn: starts.day,
      agreementEndsOn: ends.day,
      remarks: [...row.remarks, ...said].slice(0, 200),
    };
  });
}

const spare = {
  phone: null,
  email: null,
  areas: [],
  notes: "",
  houseTypes: [],
  budget: null,
  ...partsOf(importedWishes, "none"),
  agreement: null,
  ...partsOf(importedFields, "none"),
  people: [],
};

/** Their messages do not name the household. */
const partLabels = new Map([["people", "Household: "]]);

/** By the rules for single clients. */
export async function checkEntries(given: readonly GivenEntry[], leavesOut = false) {
  const hasCommas = writeCommas(given.map(({ budget }) => budget));
  /** Earlier rows by identity. */
  const rows = new Map<string, number>();
  return checkRows<GivenEntry, Entry>(plainEntries(given), leavesOut, {
    entry,
    valuesOf: (typed) => valuesOf(typed, hasCommas),
    spare,
    // A date never refuses a person.
    soft: new Set(["agreement"]),
    partLabels,
    nameOf: ({ name }) => name,
    findEarlier(read) {
      const marks = identitiesOf(read);
      const before = marks.map((mark) => rows.get(mark)).find((row) => row !== undefined);
      if (before === undefined) for (const mark of marks) rows.set(mark, read.row);
      return before;
    },
  });
}

/** An email of the household, or phone number and name. */
function identitiesOf(read: Entry): string[] {
  const { phoneKey, nameKey } = keysOf(read);
  const emails = [read, ...read.people].flatMap(({ email }) => (email === null ? [] : [`email ${emailKeyOf(email)}`]));
  return phoneKey === null ? emails : [...emails, `phone ${phoneKey} ${nameKey}`];
}

/** The search keys of a client's row. */
export function keysOf({ name, email, phone }: Pick<Entry, "name" | "email" | "phone">) {
  return searchKeysOf({ name, email, phoneNumber: phone });
}
