import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { unmarkFormulas } from "./formulas.ts";

/** Spreadsheets saved as CSV, in the encodings and with the separators of common programs. */

export interface SheetRow {
  /** As spreadsheets number it, from 1; a cell of several lines is in one row. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows that are not empty, or a sentence that says why the file cannot be read. */
export type ReadSheet = { readonly rows: readonly SheetRow[] } | { readonly reason: string };

const most = { emptyRows: 10_000, cellsOfRow: 1_000 };

/** Bytes that are read in one go: some milliseconds, whatever they are. */
const sliceBytes = 2_048;

/**
 * Reads the bytes of a file, and lets other requests have their turn meanwhile.
 * @param mostRows reading stops after as many that are not empty
 */
export async function readSheet(bytes: Uint8Array, mostRows: number): Promise<ReadSheet> {
  if (isWorkbook(bytes)) return { reason: "This is a workbook. Open it and save it as CSV first." };
  const text = decode(bytes);
  if (text.includes("\0")) return { reason: "This isn't a text file. Save your list as CSV first." };
  const options = {
    delimiter: separatorOf(text),
    // Empty rows count in row numbers.
    skip_empty_lines: false,
    relax_column_count: true,
    relax_quotes: true,
  };
  try {
    return await readRows(Readable.from(slicesOf(Buffer.from(text))).pipe(parse(options)), mostRows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.records === "number" ? ` in row ${error.records + 1}` : "";
    return { reason: `A quotation mark${where} is never closed.` };
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
    await nextTurn();
  }
}

async function readRows(records: AsyncIterable<readonly string[]>, mostRows: number): Promise<ReadSheet> {
  const rows: SheetRow[] = [];
  let row = 0;
  for await (const record of records) {
    row += 1;
    if (record.length > most.cellsOfRow)
      return { reason: `Row ${row} has more than 1,000 cells. Remove some columns.` };
    const cells = record.map(unmarkFormulas);
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

/** UTF-8, or UTF-16 with a byte order mark, as spreadsheets write them; else the old code page of Windows. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const separators = [",", ";", "\t"] as const;

/** The most frequent one in the line of headings: where commas are for decimals, semicolons separate cells. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/\r\n?|\n/, 1);
  const often = (separator: string) => line.split(separator).length;
  return separators.reduce((best, candidate) => (often(candidate) > often(best) ? candidate : best), separators[0]);
}
