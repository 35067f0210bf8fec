import { joinCell } from "../spreadsheets/cell-lists.ts";
import { type Cell, headLine, linesOf, type SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Client } from "./client.ts";
import { type ClientFieldName, clientFields, sampleFields } from "./client-fields.ts";
import type { Contact } from "./client-forms.ts";
import { labelOf, type ValuesOf } from "./declared-fields.ts";
import { firstColumns, joinPeople, lastColumns, lineColumns } from "./import-fields.ts";
import { type ProfileName, profileFields, sampleProfile } from "./profile-fields.ts";

/**
 * Clients as the lines of a spreadsheet. An import reads all of them but the last.
 * @param timeZone IANA name, for the dates
 */
export function columnsIn(timeZone: string): readonly SheetColumn<Client>[] {
  return [...columns, ["Created on", ({ insertedAt }) => dayOf(insertedAt, timeZone)]];
}

function dayOf(moment: string | null, timeZone: string): Cell {
  return moment === null || Number.isNaN(Date.parse(moment)) ? null : dayIn(timeZone, new Date(moment));
}

/** A client as far as an import reads it again. */
type SheetClient = Pick<Client, "name" | "email" | "phoneNumber" | "agreement"> &
  ValuesOf<typeof clientFields> & {
    readonly buyerProfile: ValuesOf<typeof profileFields> | null;
    readonly people: readonly Contact[] | null;
  };

function profileColumn(name: Exclude<ProfileName, "budget">): SheetColumn<SheetClient> {
  return [labelOf(profileFields[name]), ({ buyerProfile }) => cellOf(buyerProfile?.[name])];
}

function clientColumn(name: ClientFieldName): SheetColumn<SheetClient> {
  return [labelOf(clientFields[name]), (client) => cellOf(client[name])];
}

function cellOf(value: Cell | string[] | undefined): Cell {
  return Array.isArray(value) ? joinCell(value) : (value ?? null);
}

/** What an import reads again. */
const columns: readonly SheetColumn<SheetClient>[] = [
  ["Name", ({ name }) => name],
  ["Email", ({ email }) => email],
  ["Phone number", ({ phoneNumber }) => phoneNumber],
  clientColumn("tags"),
  ...firstColumns.map(profileColumn),
  ["Budget", ({ buyerProfile }) => buyerProfile?.budget?.amount ?? null],
  ["Budget in", ({ buyerProfile }) => buyerProfile?.budget?.currency ?? null],
  ...lastColumns.map(profileColumn),
  ["Agreement starts on", ({ agreement }) => agreement?.startsOn ?? null],
  ["Agreement ends on", ({ agreement }) => agreement?.endsOn ?? null],
  ...lineColumns.map(clientColumn),
  ["Household", ({ people }) => joinPeople(people ?? [])],
];

const samples: readonly SheetClient[] = [
  {
    name: "Jordan Sample",
    email: "jordan@client.example",
    phoneNumber: "(206) 555-0142",
    ...sampleFields,
    agreement: { startsOn: "2026-03-01", endsOn: "2026-08-31" },
    buyerProfile: sampleProfile,
    people: [{ name: "Robin Sample", email: "robin@client.example", phoneNumber: "(206) 555-0143" }],
  },
  {
    name: "Sam Example",
    email: "sam@client.example",
    phoneNumber: null,
    tags: null,
    agreement: null,
    buyerProfile: null,
    people: null,
  },
];

/** A file to fill in: every column that an import reads, and a client with all of them and one with no more than has to be. */
export function sampleFile(): string {
  return headLine(columns) + linesOf(columns, samples);
}
