import { foldHeading, type ImportKind } from "../imports/import-kind.ts";
import { splitCell } from "../spreadsheets/cell-lists.ts";
import { type ClientFieldName, clientFields, clientHeadings } from "./client-fields.ts";
import { type DeclaredField, labelOf, namesOf } from "./declared-fields.ts";
import type { ImportPerson } from "./imports.ts";
import { type ProfileName, profileFields, profileHeadings, profileNames } from "./profile-fields.ts";

/** Fields of the buyer profile in the order of their columns; the budget stands between the two. */
export const firstColumns = ["preferredAreas", "notes", "propertyTypes"] as const;
export const lastColumns = profileNames.filter(isLast);

type FirstName = "budget" | (typeof firstColumns)[number];

function isLast(name: ProfileName): name is Exclude<ProfileName, FirstName> {
  return name !== "budget" && !firstColumns.some((first) => first === name);
}

/** Single lines of the client's own. */
export const lineColumns = namesOf(clientFields).filter((name) => clientFields[name].kind === "line");

const profileField = (name: ProfileName) => importField(profileFields[name], profileHeadings[name]);
const clientField = (name: ClientFieldName) => importField(clientFields[name], clientHeadings[name]);

function importField(field: DeclaredField, headings: readonly string[] = []): ImportKind["fields"][string] {
  const { kind } = field;
  const label = labelOf(field);
  const as = kind === "words" ? splitCell : kind === "lines" ? kind : "text";
  return { label, headings: [foldHeading(label), ...headings], as };
}

/** What an import reads of a client: the columns of our export, and those of common programs. */
export const clientImportKind: ImportKind = {
  notes: "notes",
  // A program for leads has columns on the property that somebody asked about: those are no wishes.
  meaningless: new Set(),
  fields: {
    name: { label: "Name", headings: ["name", "full name", "client", "display name"], as: "text" },
    firstName: { label: "First name", headings: ["first name", "given name", "first", "first names"], as: "text" },
    middleName: { label: "Middle name", headings: ["middle name", "additional name"], as: "text" },
    lastName: { label: "Last name", headings: ["last name", "family name", "surname", "last"], as: "text" },
    email: {
      label: "Email",
      headings: ["email", "e mail", "email address", "e mail address", "mail", "additional email addresses"],
      as: "text",
      between: / ::: |[;,]/,
      keepsOthers: true,
    },
    phone: {
      label: "Phone number",
      headings: [
        ...["phone number", "phone", "mobile", "mobile phone", "mobile number", "cell", "cell phone", "telephone"],
        ...["mobile phone number", "additional phone numbers", "phone numbers", "phones"],
      ],
      as: "text",
      between: / ::: |;/,
      keepsOthers: true,
    },
    tags: { ...clientField("tags"), as: splitTags },
    areas: profileField("preferredAreas"),
    notes: profileField("notes"),
    address: {
      label: "Home address (kept in the notes)",
      headings: [
        ...[
          "address",
          "street address",
          "street",
          "mailing address",
          "address street",
          "address city",
          "address state",
        ],
        ...["address zip", "address country", "city", "state", "state region", "zip", "zip code", "postal code"],
        ...["address line 1", "address line 2", "address postal code", "address code", "country region"],
      ],
      as: "line",
    },
    relation: {
      label: "Someone close (kept in the notes)",
      headings: ["relationship first name", "relationship last name", "relationship type", "spouse name", "spouse"],
      as: "line",
    },
    houseTypes: profileField("propertyTypes"),
    budget: profileField("budget"),
    budgetCurrency: { label: "Budget in", headings: ["budget in", "currency"], as: "text" },
    ...Object.fromEntries(lastColumns.map((name) => [name, profileField(name)])),
    agreementStartsOn: {
      label: "Agreement starts on",
      headings: ["agreement starts on", "agreement start"],
      as: "text",
    },
    agreementStartsOnDayFirst: { label: "Agreement starts on (day first: 25/3/2026)", headings: [], as: "text" },
    agreementEndsOn: { label: "Agreement ends on", headings: ["agreement ends on", "agreement end"], as: "text" },
    agreementEndsOnDayFirst: { label: "Agreement ends on (day first: 25/3/2026)", headings: [], as: "text" },
    ...Object.fromEntries(lineColumns.map((name) => [name, clientField(name)])),
    people: { label: "Household", headings: ["household", "household people"], as: splitPeople },
  },
  lacks(fields) {
    const isNamed = ["name", "firstName", "lastName"].some((field) => fields.has(field));
    return isNamed && (fields.has("email") || fields.has("phone"))
      ? null
      : "Choose a column for the name, and one for the email or the phone number.";
  },
  mostRows: 5000,
  tooLargeToChoose:
    "Its headings don’t say which columns are the name and the email or phone number, and it is too large for you to choose them here. Rename its headings, or split it into smaller files.",
  entryOf({ row, texts: { name, firstName, middleName, lastName, email = "", ...texts }, lists }) {
    const parts = [firstName, middleName, lastName].map((part) => part?.trim() ?? "");
    const { address, relation, agreementStartsOnDayFirst, agreementEndsOnDayFirst, notes, ...others } = texts;
    const kept = [
      ["Address", address],
      ["Relation", relation],
    ].flatMap(([label, said]) => (said ? [`${label}: ${said}`] : []));
    const lines = [notes ?? [], kept].flat().join("\n");
    return {
      row,
      name: name?.trim() || parts.filter(Boolean).join(" "),
      email,
      ...others,
      ...(lines !== "" && { notes: lines }),
      ...dayFirst({ agreementStartsOn: agreementStartsOnDayFirst, agreementEndsOn: agreementEndsOnDayFirst }),
      ...lists,
    };
  },
};

/** A service reads the day first where points are between the numbers. */
function dayFirst(cells: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const said = Object.entries(cells).flatMap(([name, cell]) =>
    cell === undefined ? [] : [[name, cell.replace(/^(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})\b/, "$1.$2.$3")] as const],
  );
  return Object.fromEntries(said);
}

/** Google marks groups of its own with a star: "* myContacts"; others write "#buyer #hot". */
function splitTags(cell: string): string[] {
  const words = cell.trim().split(/[\s,;]+/);
  return (words.every((word) => word.startsWith("#")) ? words : splitCell(cell)).map((tag) =>
    tag.replace(/^(?:\* |#)/, ""),
  );
}

interface CellPerson {
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** The people of a household, a line each: "Ana Mayan <ana@client.example> 206 555 0144", "Ben Mayan <> 206 555 0145". */
export function joinPeople(people: readonly CellPerson[]): string {
  return people
    .map(({ name, email, phoneNumber }) => `${name} <${email ?? ""}>${phoneNumber === null ? "" : ` ${phoneNumber}`}`)
    .join("\n");
}

/** The people of a cell, a line each or between semicolons. Whoever has no address in angle brackets has an empty one. */
function splitPeople(cell: string): ImportPerson[] {
  const lines = cell.split(/[\n\r]+/).flatMap(splitLine);
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map(personOf);
}

/** A semicolon is between two people where there is an address after it. */
function splitLine(line: string): string[] {
  const people: string[] = [];
  for (const part of line.split(";")) {
    const before = people.pop();
    if (before === undefined) people.push(part);
    else if (before.includes(">") && part.includes("<")) people.push(before, part);
    else people.push(`${before};${part}`);
  }
  return people;
}

function personOf(text: string): ImportPerson {
  const [start, end] = [text.lastIndexOf("<"), text.lastIndexOf(">")];
  if (start < 0 || end < start) return { name: text, email: "", phone: "" };
  return {
    name: text.slice(0, start).trim(),
    email: text.slice(start + 1, end).trim(),
    phone: text.slice(end + 1).trim(),
  };
}
