/** Reads cells as people and programs write them: "3+", "2,5", "11/28/2026". What cannot be read is NaN, or text that fails the rules. */
import { z } from "zod";
import { currencyNamed, readMoney, sayMoneyProblem } from "../../../spelling/money.ts";
import { moneyOf } from "../engine/money.ts";

/** "400,000 - 450,000", "3 to 4". */
const rangeSign = /-|–|—|\bto\b/i;

/** Of a range the lower number; units are dropped. */
export function leastIn(text: string): number {
  const [first = ""] = text.split(rangeSign);
  const number = first
    .trim()
    .replace(/(?:\+|sq ?ft|sf)$/i, "")
    .trim();
  return Number(plainNumber(number) ?? Number.NaN);
}

/** "1,840.50" and "1.840,50" are "1840.50", "2,5" is "2.5". Three digits behind a single sign are thousands. Null for no number. */
function plainNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s'’]/g, "");
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const decimal = decimalSignOf(digits);
  const [whole = "", fraction = "", ...more] = decimal === null ? [digits] : digits.split(decimal);
  if (more.length > 0 || /[.,]/.test(fraction)) return null;
  const [first = "", ...groups] = whole.split(/[.,]/);
  // Also as in India: "12,34,567".
  const areThousands = groups.every(({ length }, place) => length === 3 || (length === 2 && place < groups.length - 1));
  if (groups.length > 0 && (first.length > 3 || !areThousands)) return null;
  const number = [first, ...groups].join("");
  return fraction === "" ? number : `${number}.${fraction}`;
}

/** Null without decimals. */
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

interface MoneyCell {
  readonly amount: string;
  readonly currency: string;
}

/**
 * Money for `moneyCellOf` to check; null for an empty cell; US dollars by default. @param label the field's name on its page
 * @param writesCommas whether the file has decimal commas
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

/** @param label the field's name on its page */
export function moneyCellOf(label: string) {
  return z
    .looseObject({ problem: z.string().optional() })
    .superRefine(({ problem }, context) => {
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .pipe(moneyOf(label));
}
