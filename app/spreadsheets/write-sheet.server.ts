import { stringify } from "csv-stringify/sync";
import { markFormulas } from "./formulas.ts";

/** Records as the lines of a CSV file (RFC 4180). */

export type Cell = string | number | null;

export type SheetColumn<Item> = readonly [head: string, cell: (item: Item) => Cell];

/** Without it, Excel assumes an old code page; other programs skip it. */
const byteOrderMark = "\uFEFF";

/** The first line: the headings. */
export function headLine(columns: readonly SheetColumn<never>[]): string {
  return byteOrderMark + write([columns.map(([head]) => head)]);
}

/** A line for each record. What a spreadsheet would take for a formula is marked as text; numbers stay numbers. */
export function linesOf<Item>(columns: readonly SheetColumn<Item>[], items: readonly Item[]): string {
  return write(items.map((item) => columns.map(([, cell]) => textOf(cell(item)))));
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? markFormulas(cell) : String(cell ?? "");
}

function write(rows: string[][]): string {
  return stringify(rows, { quoted: true, quoted_empty: true, record_delimiter: "windows" });
}
