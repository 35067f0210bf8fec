/** Dates as people and programs write them: "3/4/26", "Mar 4, 2026", "04-Mar-2026", 46085, "2026-03-04T00:00:00Z". */

type Order = "month first" | "day first";

/** How the dates of a file are written. */
export interface DateHabit {
  /** Null where some are written in one way and some in the other, none more often. */
  readonly order: Order | null;
  /** Whether anything in the file says so: else it is how people write in the United States. */
  readonly isSure: boolean;
}

const words = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

interface Numbers {
  readonly first: number;
  readonly second: number;
  readonly year: number;
  /** Points are between numbers where the day is first. */
  readonly hasPoints: boolean;
}

/** Finds out in which order the file's dates are: by those that are sure, and by those that would be others of its sure dates. */
export function dateHabitOf(cells: readonly string[]): DateHabit {
  const sure = new Set(cells.flatMap((cell) => sureDay(cell.trim()) ?? []));
  const votes = cells.map((cell) => voteOf(cell.trim(), sure)).filter((vote) => vote !== null);
  const dayFirst = votes.filter((vote) => vote === "day first").length;
  const monthFirst = votes.length - dayFirst;
  if (dayFirst === monthFirst) return { order: votes.length === 0 ? "month first" : null, isSure: false };
  return { order: dayFirst > monthFirst ? "day first" : "month first", isSure: true };
}

function voteOf(cell: string, sure: ReadonlySet<string>): Order | null {
  const numbers = numbersIn(cell);
  if (numbers === null || numbers.hasPoints) return null;
  const { first, second, year } = numbers;
  if (first > 12 && second <= 12) return "day first";
  if (second > 12 && first <= 12) return "month first";
  const [american, other] = [isoOf(year, first, second), isoOf(year, second, first)];
  if (american === other || american === null || other === null || sure.has(american) === sure.has(other)) return null;
  return sure.has(american) ? "month first" : "day first";
}

/** What a cell is as a date, and what has to be said of it; other text is unchanged. */
export function dayIn(typed: string, { order, isSure }: DateHabit): { readonly day: string; readonly said?: string } {
  const cell = typed.trim();
  const day = sureDay(cell);
  if (day !== null) return { day };
  const numbers = numbersIn(cell);
  if (numbers === null) return { day: cell };
  const { first, second, year } = numbers;
  const [american, other] = [isoOf(year, first, second), isoOf(year, second, first)];
  const only = american === null || other === null || american === other;
  if (only) return { day: american ?? other ?? cell };
  if (order === null) return { day: cell };
  const [chosen, rejected] = order === "month first" ? [american, other] : [other, american];
  if (isSure) return { day: chosen };
  return {
    day: chosen,
    said: `“${cell}” is read as ${longDay(chosen)}. If it is ${longDay(rejected)}, choose “day first” for its column.`,
  };
}

/** How to write one, for dates that cannot be read. */
export const dateAdvice = "Write dates as 2026-03-04.";

/** A date that can be no other; null for what is none or may be another. */
function sureDay(cell: string): string | null {
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.]+ ?(?:[AP]M)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(cell) ?? [];
  if (year !== undefined) return isoOf(Number(year), Number(month), Number(day));
  if (/^\d{5}(?:\.\d+)?$/.test(cell)) return serialDay(Number.parseInt(cell, 10));
  const [, dayBefore, wordAfter = "", yearAfter] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+(\p{L}{3,9})\.?,?[ -]+(\d{4}|\d{2})$/u.exec(cell) ?? [];
  if (dayBefore !== undefined) return isoOf(fullYear(yearAfter), monthNamed(wordAfter), Number(dayBefore));
  const [, word = "", dayAfter, yearBehind] =
    /^(\p{L}{3,9})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4}|\d{2})$/u.exec(cell) ?? [];
  if (dayAfter !== undefined) return isoOf(fullYear(yearBehind), monthNamed(word), Number(dayAfter));
  const numbers = numbersIn(cell);
  return numbers?.hasPoints === true ? isoOf(numbers.year, numbers.second, numbers.first) : null;
}

function numbersIn(cell: string): Numbers | null {
  const [, first, sign, second, year] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,? \d{1,2}:\d\d(?::\d\d)? ?(?:[AP]M)?)?$/i.exec(cell) ?? [];
  if (year === undefined) return null;
  return { first: Number(first), second: Number(second), year: fullYear(year), hasPoints: sign === "." };
}

/** Agreements are of this century. */
function fullYear(year: string | undefined): number {
  const number = Number(year);
  return number < 100 ? 2000 + number : number;
}

function monthNamed(word: string): number {
  const folded = word.toLowerCase();
  const found = words.findIndex((name) => folded.startsWith(name));
  const isName = ["sept", ...words].includes(folded) || fullNames.has(folded);
  return isName ? found + 1 : 0;
}

const fullNames = new Set(
  words.map((_, month) =>
    new Date(Date.UTC(2000, month, 1)).toLocaleString("en-US", { month: "long", timeZone: "UTC" }).toLowerCase(),
  ),
);

/** Spreadsheets count days from the end of 1899; those that can be meant are of 2000 to 2099. */
function serialDay(serial: number): string | null {
  if (serial < 36_526 || serial > 73_050) return null;
  return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);
}

/** Null for a day that does not exist. */
function isoOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

function longDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
