import { stringify } from "csv-stringify/sync";

/** Records as the lines of a spreadsheet, in CSV as RFC 4180 words it. */

export type Cell = string | number | null;

/** A column: its heading, and what stands in it of a record. */
export type SheetColumn<Item> = readonly [head: string, cell: (item: Item) => Cell];

/** Excel takes a file that does not begin with this for one of an old code page; other programs skip it. */
const byteOrderMark = "\uFEFF";

/** The first line: what stands in the columns. */
export function headLine(columns: readonly SheetColumn<never>[]): string {
  return byteOrderMark + write([columns.map(([head]) => head)]);
}

/** A line for each record. What a spreadsheet would take for a formula begins with an apostrophe, and so is text. */
export function linesOf<Item>(columns: readonly SheetColumn<Item>[], items: readonly Item[]): string {
  return write(items.map((item) => columns.map(([, cell]) => cell(item))));
}

function write(rows: Cell[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "windows" });
}
