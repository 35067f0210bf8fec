/**
 * Text that a spreadsheet would take for a formula, in files that people open with one. An apostrophe in front makes it text.
 *
 * Where semicolons separate cells, a program does not see our quotation marks around a cell as such, and a semicolon, tab or end
 * of line inside it begins a new cell: what follows one of these gets an apostrophe, too. See
 * https://owasp.org/www-community/attacks/CSV_Injection.
 */

// Both kinds of expressions meet foreign text: no two repetitions in them can take the same character, so they are linear.
const formula = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const cellStart = String.raw`[;\t\r\n]"*`;
/** Apostrophes that were typed count as text, so that what is added can be told apart and removed again. */
const beforeFormula = `(?='* *${formula})`;

const inside = new RegExp(`(${cellStart})${beforeFormula}`, "g");
const insideMarked = new RegExp(`(${cellStart})'${beforeFormula}`, "g");
// Programs leave out a tab or a return at the start of a cell, and read on.
const start = new RegExp(String.raw`^(?='* *(?:[\t\r]|${formula}))`);
const startMarked = new RegExp(String.raw`^'(?='* *(?:[\t\r]|${formula}))`);

/** The text of a cell with an apostrophe before each place where a formula could begin. */
export function markFormulas(text: string): string {
  return text.replace(inside, "$1'").replace(start, "'");
}

/** The text as it was before `markFormulas`. */
export function unmarkFormulas(text: string): string {
  return text.replace(startMarked, "").replace(insideMarked, "$1");
}
