import type { Cell, SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Client } from "./client.ts";

/**
 * Clients as the lines of a spreadsheet. The first six columns are those that an import reads.
 * @param timeZone IANA name, for the dates
 */
export function columnsIn(timeZone: string): readonly SheetColumn<Client>[] {
  return [...columns, ["Created on", ({ insertedAt }) => dayOf(insertedAt, timeZone)]];
}

function dayOf(moment: string | null, timeZone: string): Cell {
  return moment === null || Number.isNaN(Date.parse(moment)) ? null : dayIn(timeZone, new Date(moment));
}

const columns: readonly SheetColumn<Client>[] = [
  ["Name", ({ name }) => name],
  ["Email", ({ email }) => email],
  ["Phone number", ({ phoneNumber }) => phoneNumber],
  ["Tags", ({ tags }) => (tags ?? []).join("; ")],
  ["Preferred areas", ({ buyerProfile }) => (buyerProfile?.preferredAreas ?? []).join("; ")],
  ["Buyer notes", ({ buyerProfile }) => buyerProfile?.notes ?? null],
  ["House types", ({ buyerProfile }) => (buyerProfile?.propertyTypes ?? []).join("; ")],
  ["Budget", ({ buyerProfile }) => buyerProfile?.budget?.amount ?? null],
  ["Budget in", ({ buyerProfile }) => buyerProfile?.budget?.currency ?? null],
  ["Min. beds", ({ buyerProfile }) => buyerProfile?.minBeds ?? null],
  ["Min. baths", ({ buyerProfile }) => buyerProfile?.minBaths ?? null],
  ["Min. lot size (sqft)", ({ buyerProfile }) => buyerProfile?.minLotSize ?? null],
  ["Min. garages", ({ buyerProfile }) => buyerProfile?.minGarages ?? null],
  ["Agreement starts on", ({ agreement }) => agreement?.startsOn ?? null],
  ["Agreement ends on", ({ agreement }) => agreement?.endsOn ?? null],
];
