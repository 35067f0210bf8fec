import { stringify } from "csv-stringify/sync";
import { formatCount } from "../ui/number-format.ts";
import { localTimeOf } from "./offer-time.server.ts";
import type { FoundPackage } from "./packages.server.ts";

/** Packages as the lines of a spreadsheet. */

type Cell = string | number | null;

const columns: readonly (readonly [head: string, cell: (found: FoundPackage) => Cell])[] = [
  ["Rank", ({ number }) => number],
  ["Address", ({ street }) => street],
  ["City", ({ city }) => city],
  ["State", ({ state }) => state],
  ["Zip", ({ zip }) => zip],
  ["Clients", ({ clients }) => clients.map(({ name }) => name).join("; ")],
  ["Clients' emails", ({ clients }) => clients.flatMap(({ email }) => email ?? []).join("; ")],
  ["Beds", ({ beds }) => beds],
  ["Baths", ({ baths }) => baths],
  ["Sqft", ({ sqft }) => sqft],
  ["Lot size (sqft)", ({ lotSize }) => lotSize],
  ["Garages", ({ garages }) => garages],
  ["Schools", ({ schools }) => schools.map(({ name }) => name).join("; ")],
  ["Area", ({ area }) => area],
  ["List price", ({ listPrice }) => listPrice?.amount ?? null],
  ["List price in", ({ listPrice }) => listPrice?.currency ?? null],
  ["Comp. value", ({ compValue }) => compValue?.amount ?? null],
  ["Comp. value in", ({ compValue }) => compValue?.currency ?? null],
  ["Comp. value from", ({ compValue }) => compValue && basisOf(compValue)],
  ["Offers due", (found) => dueOf(found)],
  ["Time zone", ({ offerDueAt, timeZone }) => (offerDueAt === null ? null : timeZone)],
  ["Listing agent", ({ listingAgent }) => listingAgent?.name ?? null],
  ["Listing agent's email", ({ listingAgent }) => listingAgent?.email ?? null],
  ["Listing agent's phone number", ({ listingAgent }) => listingAgent?.phoneNumber ?? null],
];

function basisOf({ source, count }: NonNullable<FoundPackage["compValue"]>): string {
  return source === "override" ? "Override" : formatCount(count ?? 0, "comparable");
}

/** By the property's clock, in the form that spreadsheets take for a time. */
function dueOf({ offerDueAt, timeZone }: FoundPackage): string | null {
  return offerDueAt === null ? null : localTimeOf(offerDueAt, timeZone ?? "UTC").replace("T", " ");
}

/** Excel takes a file that does not begin with this for one of an old code page; other programs skip it. */
const byteOrderMark = "\uFEFF";

/** The first line: what stands in the columns. */
export function headLine(): string {
  return byteOrderMark + write([columns.map(([head]) => head)]);
}

/** A line for each package. What a spreadsheet would take for a formula begins with an apostrophe, and so is text. */
export function linesOf(packages: readonly FoundPackage[]): string {
  return write(packages.map((found) => columns.map(([, cell]) => cell(found))));
}

function write(rows: Cell[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "windows" });
}
