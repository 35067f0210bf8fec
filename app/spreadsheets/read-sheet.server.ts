import { CsvError, parse } from "csv-parse/sync";
import { unmarkFormulas } from "./formulas.ts";

/** Spreadsheets saved as CSV, in the encodings and with the separators of common programs. */

export interface SheetRow {
  /** As spreadsheets number it, from 1; a cell of several lines is in one row. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows that are not empty, or a sentence that says why the file cannot be read. */
export type ReadSheet = { readonly rows: readonly SheetRow[] } | { readonly reason: string };

/** Reads the bytes of a file. */
export function readSheet(bytes: Uint8Array): ReadSheet {
  if (isWorkbook(bytes)) return { reason: "This is a workbook. Open it and save it as CSV first." };
  const text = decode(bytes);
  if (text.includes("\0")) return { reason: "This isn't a text file. Save your list as CSV first." };
  try {
    const records = parse(text, {
      delimiter: separatorOf(text),
      // Empty rows count in row numbers.
      skip_empty_lines: false,
      relax_column_count: true,
      relax_quotes: true,
    });
    const rows = records.map((cells, index) => ({ row: index + 1, cells: cells.map(unmarkFormulas) }));
    return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.records === "number" ? ` in row ${error.records + 1}` : "";
    return { reason: `A quotation mark${where} is never closed.` };
  }
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
