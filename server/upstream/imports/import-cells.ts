/**
 * Reads the cells of a spreadsheet as people and programs write them: "3+", "2,5", "11/28/2026". Nothing is
 * guessed: what cannot be read is NaN, or a text that no rule for days takes.
 */
import { z } from "zod";
import { currencyNamed, readMoney, sayMoneyProblem } from "../../../spelling/money.ts";
import { moneyOf } from "../engine/money.ts";

/** Ranges: "400,000 - 450,000", "3 to 4". */
const rangeSign = /-|–|—|\bto\b/i;

/** The number in a cell; of a range the lower one, since that is the least that is wanted. Units after it are left out. */
export function leastIn(text: string): number {
  const [first = ""] = text.split(rangeSign);
  const number = first
    .trim()
    .replace(/(?:\+|sq ?ft|sf)$/i, "")
    .trim();
  return Number(plainNumber(number) ?? Number.NaN);
}

/**
 * A number as a plain decimal: "1,840.50" and "1.840,50" are "1840.50", "2,5" is "2.5". Three digits after one comma or point are
 * thousands: "450.000" is "450000".
 * @returns null for what is none
 */
function plainNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s'’]/g, "");
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const decimal = decimalSignOf(digits);
  const [whole = "", fraction = "", ...more] = decimal === null ? [digits] : digits.split(decimal);
  if (more.length > 0 || /[.,]/.test(fraction)) return null;
  const [first = "", ...groups] = whole.split(/[.,]/);
  // Also the Indian way: "12,34,567".
  const areThousands = groups.every(({ length }, place) => length === 3 || (length === 2 && place < groups.length - 1));
  if (groups.length > 0 && (first.length > 3 || !areThousands)) return null;
  const number = [first, ...groups].join("");
  return fraction === "" ? number : `${number}.${fraction}`;
}

/** Which of the two signs is before decimals; null where there are none. */
function decimalSignOf(digits: string): "." | "," | null {
  const [point, comma] = [digits.lastIndexOf("."), digits.lastIndexOf(",")];
  if (point < 0 && comma < 0) return null;
  const last = point > comma ? "." : ",";
  const parts = digits.split(last);
  if (point >= 0 && comma >= 0) return parts.length === 2 ? last : null;
  const [whole = "", fraction = ""] = parts;
  const areThousands = parts.length > 2 || (fraction.length === 3 && whole.length <= 3 && !whole.startsWith("0"));
  return areThousands ? null : last;
}

/** A day as "2026-11-28", from that form, from month/day/year, or from day.month.year; anything else as it is. */
export function dayIn(text: string): string {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year !== "") return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const [, ofMonth = "", numbered = "", written = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return written === "" ? text : `${written}-${numbered.padStart(2, "0")}-${ofMonth.padStart(2, "0")}`;
}

interface MoneyCell {
  readonly amount: string;
  /** The cell of the column for its currency. */
  readonly currency: string;
}

/**
 * The money of a row, for `moneyCellOf` to check; null for an empty cell. Without a currency in the cell or in its column it is US dollars.
 * @param label how it is called on its page
 * @param writesCommas whether the file has commas before decimals
 */
export function moneyIn({ amount, currency }: MoneyCell, label: string, writesCommas: boolean) {
  if (amount.trim() === "") return null;
  const column = currency.trim() === "" ? null : (currencyNamed(currency) ?? currency);
  const read = readMoney(amount, { currency: column, writesCommas });
  if ("amount" in read) return { amount: read.amount, currency: column ?? read.currency ?? "USD" };
  if (read.problem === "currency")
    return { problem: `${label} says ${read.currency}, and the column of its currency ${column}.` };
  const sentence = sayMoneyProblem(read);
  return { problem: sentence === null ? `${label} must be an amount, such as 450,000.` : `${label}: ${sentence}` };
}

/** An amount, or what is wrong with its cell. @param label how it is called on its page */
export function moneyCellOf(label: string) {
  return z
    .looseObject({ problem: z.string().optional() })
    .superRefine(({ problem }, context) => {
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .pipe(moneyOf(label));
}
