import type { SheetColumn } from "../spreadsheets/sheet.server.ts";
import type { Client } from "./client.ts";

/** Clients as the lines of a spreadsheet. The first six columns are those that an import reads. */
export const columns: readonly SheetColumn<Client>[] = [
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
  ["Created on", ({ insertedAt }) => insertedAt?.slice(0, 10) ?? null],
];
