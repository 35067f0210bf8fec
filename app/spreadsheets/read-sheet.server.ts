import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { decode, encodingOf } from "./encodings.server.ts";
import { unmarkFormulas } from "./formulas.ts";
import { isVcards, vcardRows } from "./vcards.server.ts";

export interface SheetRow {
  /** As spreadsheets number it, from 1; a cell of several lines is in one row. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows that are not empty, and the encoding in which they were read; or a sentence that says why the file cannot be read. */
export type ReadSheet =
  | { readonly rows: readonly SheetRow[]; readonly encoding: string; readonly isContacts?: true }
  | { readonly reason: string };

interface SheetOptions {
  /** Reading stops after as many rows that are not empty. */
  readonly mostRows: number;
  /** Whether a cell is a heading that is known: the separator under which most are is the right one. */
  readonly isHeading?: (cell: string) => boolean;
  /** As TextDecoder calls it; found by the bytes where none is given. */
  readonly encoding?: string;
}

const most = { emptyRows: 10_000, cellsOfRow: 1_000 };
const looked = { characters: 16_384, rows: 10 };

/** Bytes that are read in one go: some milliseconds, whatever they are. */
const sliceBytes = 2_048;

/** Reads the bytes of a file, and lets other requests have their turn meanwhile. */
export async function readSheet(bytes: Uint8Array, options: SheetOptions): Promise<ReadSheet> {
  const { mostRows, isHeading = () => false, encoding = encodingOf(bytes) } = options;
  if (isWorkbook(bytes)) return { reason: workbookReason };
  const whole = decode(bytes, encoding);
  if (whole === null || whole.includes("\0")) return { reason: "This isn't a text file. Save your list as CSV first." };
  const other = otherKind(whole);
  if (other !== null) return { reason: other };
  if (isVcards(whole)) return { rows: cardRows(whole).slice(0, mostRows), encoding, isContacts: true };
  const [line = "", said] = separatorLine.exec(whole) ?? [];
  // A spreadsheet does not show the line either, and its rows are numbered without it.
  const text = whole.slice(line.length);
  const parsing = { ...asPeopleWrite, delimiter: said ?? separatorOf(text, isHeading) };
  try {
    const read = await readRows(Readable.from(slicesOf(Buffer.from(text))).pipe(parse(parsing)), mostRows);
    return "reason" in read ? read : { ...read, encoding };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.records === "number" ? ` in row ${error.records + 1}` : "";
    return { reason: `A quotation mark${where} is never closed.` };
  }
}

const howToSave = "Open it in Excel, Numbers or Google Sheets, save or download it as CSV, and choose that file.";
const workbookReason = `This is a workbook. ${howToSave}`;

/** What is called a spreadsheet by programs that write web pages or XML; null for a text. */
function otherKind(text: string): string | null {
  const start = text.slice(0, 4096).trimStart();
  if (/^(?:<!doctype html|<html|<table|<head|<meta|<body)\b/i.test(start))
    return `This is a web page (HTML), whatever its name says. ${howToSave}`;
  return /^<\?xml\b/i.test(start) || (start.startsWith("<") && start.includes(" xmlns"))
    ? `This is an XML file, whatever its name says. ${howToSave}`
    : null;
}

/** A contact for each row. */
function cardRows(text: string): SheetRow[] {
  return vcardRows(text).map((cells, place) => ({ row: place + 1, cells }));
}

const separatorLine = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

const asPeopleWrite = {
  // Headings and rows may come from different programs.
  record_delimiter: ["\r\n", "\n", "\r"],
  // Empty rows count in row numbers.
  skip_empty_lines: false,
  relax_column_count: true,
  relax_quotes: true,
};

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
    await nextTurn();
  }
}

async function readRows(
  records: AsyncIterable<readonly string[]>,
  mostRows: number,
): Promise<{ rows: readonly SheetRow[] } | { reason: string }> {
  const rows: SheetRow[] = [];
  let row = 0;
  for await (const record of records) {
    row += 1;
    if (record.length > most.cellsOfRow)
      return { reason: `Row ${row} has more than 1,000 cells. Remove some columns.` };
    const cells = record.map(textOf);
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ row, cells });
    if (rows.length >= mostRows) break;
    if (row - rows.length > most.emptyRows)
      return { reason: "It has more than 10,000 empty rows. Delete them, and save your list as CSV again." };
  }
  return { rows };
}

/** Workbooks are archives, or the older kind of compound files. */
function isWorkbook(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  return (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) || (first === 0xd0 && second === 0xcf);
}

/** The text of a cell without what keeps a spreadsheet from computing it: `="0123"`, or an apostrophe. */
function textOf(cell: string): string {
  const [, forced] = /^="([^"]*)"$/.exec(cell.trim()) ?? [];
  return forced ?? unmarkFormulas(cell);
}

const separators = [",", ";", "\t", "|"] as const;

/** The one under which most headings are known in one of the first rows; else that with most cells in the first row that has any text. */
function separatorOf(text: string, isHeading: (cell: string) => boolean): string {
  const head = text.slice(0, text.length - text.trimStart().length + looked.characters).trimStart();
  const found = separators.map((separator) => {
    const rows = firstRows(head, separator);
    const known = Math.max(0, ...rows.map((cells) => cells.filter(isHeading).length));
    return { separator, known, cells: rows[0]?.length ?? 0 };
  });
  return found.reduce((best, one) =>
    one.known > best.known || (one.known === best.known && one.cells > best.cells) ? one : best,
  ).separator;
}

function firstRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const keep = (row: string[]) => {
    if (row.some((cell) => cell.trim() !== "")) rows.push(row);
    return null;
  };
  try {
    parseAtOnce(text, { ...asPeopleWrite, delimiter, to: looked.rows, on_record: keep });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}
