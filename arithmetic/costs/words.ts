/** How figures are written in the basis of a line. */
import { toAmount } from "../units.ts";

/** "$716,000", "$1,250.50", "EUR 716,000". */
export function moneyWords(units: bigint, digits: number, currency: string): string {
  const [whole = "0", fraction = ""] = toAmount(units, digits).split(".");
  const grouped = whole.replace(/\d+/, (text) => BigInt(text).toLocaleString("en-US"));
  const cents = /[1-9]/.test(fraction) ? `.${fraction}` : "";
  return `${currency === "USD" ? "$" : `${currency} `}${grouped}${cents}`;
}

/** "1 month", "12 months". */
export function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "April 15, 2027". @param day as in "2027-04-15" */
export function dayWords(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`));
}
