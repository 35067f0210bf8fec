import { createHash } from "node:crypto";
import { readSheet, type SheetRow } from "../spreadsheets/read-sheet.server.ts";
import { formatNumber } from "../ui/number-format.ts";
import { fieldOf, foldHeading, type ImportEntry, type ImportKind } from "./import-kind.ts";

/** Bytes and rows of one file: what a service reads in one go. */
export const largestImport = 2 * 1024 * 1024;

export interface Reading {
  readonly encoding?: string;
  /** The field of each column, "" for one that is not read. */
  readonly columns?: readonly string[];
}

/** What a file says, and how it was read; or a sentence about why it cannot be. */
export type ReadImport = ReadFile | { readonly reason: string };

export interface ReadFile {
  readonly entries: readonly ImportEntry[];
  readonly encoding: string;
  readonly headings: readonly string[];
  readonly columns: readonly string[];
  readonly shape: string;
  readonly ignoredColumns: readonly string[];
  /** The cells of the first three rows. */
  readonly samples: readonly (readonly string[])[];
  /** What the columns lack, in a sentence; null where they are enough. */
  readonly lacks: string | null;
}

/** @param remembered the columns of an earlier file of the same shape; undefined where there was none */
export async function readImport(
  bytes: Uint8Array,
  kind: ImportKind,
  reading: Reading = {},
  remembered: (shape: string) => Promise<readonly string[] | undefined> = async () => undefined,
): Promise<ReadImport> {
  const { mostRows } = kind;
  const isHeading = (cell: string) => fieldOf(kind, cell) !== "";
  // The row of headings, what may stand above it, and one that is too many.
  const sheet = await readSheet(bytes, { ...reading, mostRows: mostAbove + 1 + mostRows + 1, isHeading });
  if ("reason" in sheet) return sheet;
  if (sheet.isContacts === true && !Object.hasOwn(kind.fields, "phone"))
    return { reason: "This is a file of contacts (vCard). Import it under Clients." };
  const place = headPlace(sheet.rows, isHeading);
  const head = sheet.rows[place];
  const rows = sheet.rows.slice(place + 1);
  if (head === undefined) return { reason: "This file is empty." };
  if (rows.length === 0) return { reason: "This file has headings but no rows below them." };
  if (rows.length > mostRows)
    return { reason: `It has more than ${formatNumber(mostRows)} rows. Split it into smaller files.` };
  const headings = head.cells.map((cell, column) => headingOf(cell) || `Column ${column + 1}`);
  const shape = shapeOf(headings);
  const known = reading.columns ?? (await remembered(shape));
  const columns = headings.map((heading, column) => {
    const field = known === undefined ? fieldOf(kind, heading) : (known[column] ?? "");
    return Object.hasOwn(kind.fields, field) ? field : "";
  });
  return {
    entries: rows.map((row) => entryOf(row, headings, columns, kind)),
    encoding: sheet.encoding,
    headings,
    columns,
    shape,
    ignoredColumns: ignoredOf(headings, columns, rows),
    samples: rows.slice(0, 3).map(({ cells }) => headings.map((_, column) => (cells[column] ?? "").trim())),
    lacks: kind.lacks(new Set(columns)),
  };
}

const mostAbove = 10;

/** The first row with two known headings; else the first one. */
function headPlace(rows: readonly SheetRow[], isHeading: (cell: string) => boolean): number {
  const place = rows.slice(0, mostAbove + 1).findIndex(({ cells }) => cells.filter(isHeading).length > 1);
  return Math.max(0, place);
}

function headingOf(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 100);
}

function shapeOf(headings: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(headings.map(foldHeading)))
    .digest("hex");
}

function ignoredOf(headings: readonly string[], columns: readonly string[], rows: readonly SheetRow[]): string[] {
  const hasText = (column: number) => rows.some(({ cells }) => (cells[column] ?? "").trim() !== "");
  const ignored = headings.filter((_, column) => columns[column] === "" && hasText(column));
  return [...new Set(ignored)].slice(0, 200);
}

function entryOf(
  { row, cells }: SheetRow,
  headings: readonly string[],
  columns: readonly string[],
  { fields, notes, entryOf }: ImportKind,
): ImportEntry {
  const texts: Record<string, string> = {};
  const lists: Record<string, unknown[]> = {};
  const kept: string[] = [];
  const remarks: string[] = [];
  for (const [column, field] of columns.entries()) {
    const { as, label, keepsOthers = false, between = / ::: / } = fields[field] ?? { as: null, label: "" };
    const parts = partsOf(cells[column] ?? "", between);
    if (as === null || parts.length === 0) continue;
    if (typeof as === "function") lists[field] = [...(lists[field] ?? []), ...parts.flatMap((part) => as(part))];
    else if (as === "line") texts[field] = [texts[field] ?? [], parts].flat().join(", ").replaceAll(/\s+/g, " ").trim();
    else if (as === "lines") texts[field] = [texts[field] ?? [], parts].flat().join("\n").trim();
    else {
      const said = parts.map((part) => part.trim());
      const [first = "", ...others] = texts[field] === undefined ? said : [texts[field], ...said];
      texts[field] = first;
      for (const other of new Set(others.filter((part) => part !== first))) {
        if (keepsOthers) kept.push(`Other ${label.toLowerCase()}: ${other}`);
        remarks.push(
          `${headings[column]}: “${shorten(other)}” is ${keepsOthers ? "kept in the notes" : "not imported"}.`,
        );
      }
    }
  }
  if (kept.length > 0) texts[notes] = [texts[notes] ?? [], kept].flat().join("\n");
  const isWide = cells.slice(headings.length).some((cell) => cell.trim() !== "");
  return {
    ...entryOf({ row, texts, lists }),
    ...(remarks.length > 0 && { remarks: remarks.slice(0, 200) }),
    ...(isWide && { faults: [tooWide] }),
  };
}

const tooWide =
  "The row has more cells than there are headings. Put quotation marks around cells that contain commas or semicolons.";

/** The texts of a cell in which a program has put several, as in "a ::: b". */
function partsOf(cell: string, between: RegExp): string[] {
  const parts = cell.split(between);
  return (parts.length === 1 ? parts : parts.map((part) => part.trim())).filter((part) => part.trim() !== "");
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= 80 ? text : `${characters.slice(0, 80).join("")}…`;
}
