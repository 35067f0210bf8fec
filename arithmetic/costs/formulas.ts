/**
 * The arithmetic of buying a property with a loan. Amounts are whole units of the currency (cents), percentages whole
 * thousandths of a percent; everything is exact up to the one rounding at its end (`quotient`).
 */
import { quotient, whole } from "../units.ts";

const monthsOfYear = 12n;
/** Days of a year for daily interest, in leap years too. */
const daysOfYear = 365n;

/** A percentage of an amount. */
export function percentOf(amount: bigint, percent: bigint): bigint {
  return quotient(amount * percent, whole);
}

/**
 * The equal monthly payment that pays a loan off: L·i ÷ (1 − (1+i)^−n), with i the year's rate ÷ 12, or L ÷ n without
 * interest. Calculated as a fraction: with i = N ÷ D it is L·N·(D+N)^n ÷ (D·((D+N)^n − D^n)).
 * @param months at least 1
 */
export function monthlyPayment(loan: bigint, yearlyRate: bigint, months: number): bigint {
  const n = BigInt(months);
  if (yearlyRate === 0n) return quotient(loan, n);
  const base = whole * monthsOfYear;
  const grown = (base + yearlyRate) ** n;
  return quotient(loan * yearlyRate * grown, base * (grown - base ** n));
}

/** The part of a yearly amount for a number of months. */
export function partOfYear(yearly: bigint, months: number): bigint {
  return quotient(yearly * BigInt(months), monthsOfYear);
}

/** Mortgage insurance is required when the loan is more than 80% of the price, and not at exactly 80%. */
export function needsMortgageInsurance(loan: bigint, price: bigint): boolean {
  return loan * 100n > price * 80n;
}

/** One month of a yearly percentage of an amount. */
export function monthOfPercent(amount: bigint, yearlyPercent: bigint): bigint {
  return quotient(amount * yearlyPercent, whole * monthsOfYear);
}

/** Interest from the day that the loan is paid out to the end of that month: L × rate ÷ 365 × days. */
export function prepaidInterest(loan: bigint, yearlyRate: bigint, days: number): bigint {
  return quotient(loan * yearlyRate * BigInt(days), whole * daysOfYear);
}

/**
 * Days from a day to the end of its month, both counted, as the CFPB's sample Closing Disclosure (form H-25(B)) counts: 16
 * for a closing on 15 April.
 * @param day as in "2027-04-15"
 */
export function daysToMonthEnd(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  // The day before the first of the next month.
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - date + 1;
}

/** The usual range of closing costs, in percent of the price, both ends included. */
export const usualClosingCosts = { least: 2, most: 5 };

/** Whether closing costs are below, within or above the usual range. */
export function placeOfClosingCosts(costs: bigint, price: bigint): "below" | "within" | "above" {
  if (costs * 100n < price * BigInt(usualClosingCosts.least)) return "below";
  return costs * 100n > price * BigInt(usualClosingCosts.most) ? "above" : "within";
}
