import { readSheet, type SheetRow } from "../spreadsheets/read-sheet.server.ts";
import type { ImportEntry } from "./imports.ts";

/** Reads the clients of a file by the headings of its columns. */

/** Bytes and rows of one file: what a service reads in one go. */
export const largestImport = 512 * 1024;
const mostRows = 2000;

/** The entries of a file, or a sentence about why there are none. */
export type ReadImport =
  | { readonly entries: readonly ImportEntry[]; readonly ignoredColumns: readonly string[] }
  | { readonly reason: string };

/** The field of a column by its heading, folded: headings that common programs export. */
const headings: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    name: "name",
    "full name": "name",
    client: "name",
    "display name": "name",
    "first name": "firstName",
    "given name": "firstName",
    "last name": "lastName",
    "family name": "lastName",
    surname: "lastName",
    email: "email",
    "e mail": "email",
    "email address": "email",
    "e mail address": "email",
    "e mail 1 value": "email",
    phone: "phone",
    "phone number": "phone",
    mobile: "phone",
    "mobile phone": "phone",
    "phone 1 value": "phone",
    tags: "tags",
    labels: "tags",
    "preferred areas": "areas",
    areas: "areas",
    "buyer notes": "notes",
    notes: "notes",
  } as const),
);
type Field = "name" | "firstName" | "lastName" | "email" | "phone" | "tags" | "areas" | "notes";
type Columns = ReadonlyMap<Field, number>;

/** Reads the bytes of a file. */
export async function readImport(bytes: Uint8Array): Promise<ReadImport> {
  // The row of headings, and one that is too many.
  const sheet = await readSheet(bytes, 1 + mostRows + 1);
  if ("reason" in sheet) return sheet;
  const [head, ...rows] = sheet.rows;
  if (head === undefined) return { reason: "This file is empty." };
  const double = duplicateHeadingOf(head);
  if (double !== undefined) return { reason: `Two columns are called "${double}". Rename one of them.` };
  const columns = columnsOf(head);
  const hasName = columns.has("name") || columns.has("firstName") || columns.has("lastName");
  if (!hasName || !columns.has("email"))
    return {
      reason: "The first row must be headings, with at least Name and Email.",
    };
  if (rows.length === 0) return { reason: "This file has headings but no clients." };
  if (rows.length > mostRows) return { reason: "It has more than 2,000 rows. Split it into smaller files." };
  const wide = rows.find(({ cells }) => cells.slice(head.cells.length).some((cell) => cell.trim() !== ""));
  if (wide !== undefined)
    return {
      reason: `Row ${wide.row} has more cells than there are headings. Put quotation marks around cells that contain commas or semicolons.`,
    };
  return { entries: rows.map((row) => entryOf(row, columns)), ignoredColumns: ignoredColumnsOf(head, columns) };
}

/** A known heading that occurs twice. */
function duplicateHeadingOf({ cells }: SheetRow): string | undefined {
  const folded = cells.map(fold);
  return cells.find((_cell, place) => {
    const name = folded[place] ?? "";
    return headings.has(name) && folded.indexOf(name) !== place;
  });
}

/** Headings of columns that are not imported. */
function ignoredColumnsOf({ cells }: SheetRow, columns: Columns): string[] {
  const read = new Set(columns.values());
  const ignored = cells.filter((cell, place) => cell.trim() !== "" && !read.has(place));
  return [
    ...new Set(
      ignored.map((cell) =>
        cell
          .replaceAll(/\p{Cc}+/gu, " ")
          .trim()
          .slice(0, 100),
      ),
    ),
  ].slice(0, 200);
}

/** The first column of each kind. */
function columnsOf({ cells }: SheetRow): Columns {
  const columns = new Map<Field, number>();
  for (const [index, cell] of cells.entries()) {
    const field = headings.get(fold(cell));
    if (field !== undefined && !columns.has(field)) columns.set(field, index);
  }
  return columns;
}

function fold(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function entryOf({ row, cells }: SheetRow, columns: Columns): ImportEntry {
  const cell = (field: Field) => (cells[columns.get(field) ?? -1] ?? "").trim();
  const name = cell("name") || `${cell("firstName")} ${cell("lastName")}`.trim();
  const list = (field: Field) =>
    [
      ...new Set(
        cell(field)
          .split(/[;,\n\r]+/)
          .map((item) => item.trim()),
      ),
    ].filter(Boolean);
  return {
    row,
    name,
    email: cell("email"),
    phone: cell("phone"),
    tags: list("tags"),
    areas: list("areas"),
    notes: cell("notes"),
  };
}
