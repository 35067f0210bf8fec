import { splitCell } from "../spreadsheets/cell-lists.ts";
import { readSheet, type SheetRow } from "../spreadsheets/read-sheet.server.ts";
import { splitPeople } from "./household-cell.ts";
import { fieldOf, foldHeading, type ImportField, listFields, textFields } from "./import-headings.ts";
import type { ImportEntry } from "./imports.ts";

/** Reads the clients of a file by the headings of its columns. */

/** Bytes and rows of one file: what a service reads in one go. */
export const largestImport = 2 * 1024 * 1024;
const mostRows = 5000;

/** The entries of a file, or a sentence about why there are none. */
export type ReadImport =
  | { readonly entries: readonly ImportEntry[]; readonly ignoredColumns: readonly string[] }
  | { readonly reason: string };

type Columns = ReadonlyMap<ImportField, number>;

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
  if (!hasName || !(columns.has("email") || columns.has("phone")))
    return { reason: "The first row must be headings, with at least Name and either Email or Phone." };
  if (rows.length === 0) return { reason: "This file has headings but no clients." };
  if (rows.length > mostRows) return { reason: "It has more than 5,000 rows. Split it into smaller files." };
  const wide = rows.find(({ cells }) => cells.slice(head.cells.length).some((cell) => cell.trim() !== ""));
  if (wide !== undefined)
    return {
      reason: `Row ${wide.row} has more cells than there are headings. Put quotation marks around cells that contain commas or semicolons.`,
    };
  return { entries: rows.map((row) => entryOf(row, columns)), ignoredColumns: ignoredColumnsOf(head, columns) };
}

/** A known heading that occurs twice. */
function duplicateHeadingOf({ cells }: SheetRow): string | undefined {
  const folded = cells.map(foldHeading);
  return cells.find((_cell, place) => {
    const name = folded[place] ?? "";
    return fieldOf(name) !== undefined && folded.indexOf(name) !== place;
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
  const columns = new Map<ImportField, number>();
  for (const [index, cell] of cells.entries()) {
    const field = fieldOf(cell);
    if (field !== undefined && !columns.has(field)) columns.set(field, index);
  }
  return columns;
}

function entryOf({ row, cells }: SheetRow, columns: Columns): ImportEntry {
  const cell = (field: ImportField) => cells[columns.get(field) ?? -1] ?? "";
  const text = (field: ImportField) => cell(field).trim();
  const name = text("name") || `${text("firstName")} ${text("lastName")}`.trim();
  const people = splitPeople(cell("people"));
  return {
    ...{ row, name, email: text("email") },
    ...filled(textFields, text),
    ...filled(listFields, (field) => splitCell(cell(field))),
    ...(people.length === 0 ? {} : { people }),
  };
}

/** The fields whose cells are not empty. */
function filled<Field extends ImportField, Value extends { readonly length: number }>(
  fields: readonly Field[],
  read: (field: Field) => Value,
): { readonly [Name in Field]?: Value } {
  const values: { [Name in Field]?: Value } = {};
  for (const field of fields) {
    const value = read(field);
    if (value.length > 0) values[field] = value;
  }
  return values;
}
