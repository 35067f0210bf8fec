/** Texts with semicolons between them. A text that has one itself, or a comma, gets a line of its own, as have all others then. */
export function joinCell(items: readonly string[]): string {
  return items.some((item) => /[;,]/.test(item)) ? items.map((item) => `${item}\n`).join("") : items.join("; ");
}

/** The texts of a cell, each once: a line each where the cell ends with a line break, else between semicolons, commas and lines. */
export function splitCell(cell: string): string[] {
  const isByLine = cell.slice(cell.trimEnd().length).includes("\n");
  const items = cell.split(isByLine ? /[\n\r]+/ : /[;,\n\r]+/).map((item) => item.trim());
  return [...new Set(items)].filter(Boolean);
}
