/**
 * Money as whole numbers of a currency's smallest unit (cents), and percentages as whole thousandths of a percent, so that
 * nothing is ever a fraction in binary. BigInt, since what is multiplied on the way is longer than a number can hold.
 */

/** How many decimals amounts of a currency have: 2 for USD, 0 for JPY. Source: ISO 4217, as Intl has it. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** "1250.5" in a currency of two decimals is 125050. @param amount a decimal text with at most so many decimals */
export function toUnits(amount: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(digits, "0"));
  return amount.startsWith("-") ? -units : units;
}

/** 125050 in a currency of two decimals is "1250.50". */
export function toAmount(units: bigint, digits: number): string {
  const sign = units < 0n ? "-" : "";
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(-digits)}`;
}

/** One percent in thousandths. */
const onePercent = 1_000n;
/** All of something in thousandths of a percent. */
export const whole = 100n * onePercent;

/** "6.875" is 6875. @param percent a decimal text with at most three decimals */
export function toThousandths(percent: string): bigint {
  return toUnits(percent, 3);
}

/**
 * A quotient rounded to a whole number, halves away from zero: as people round by hand, and the same for a credit as for a
 * charge. Every line is rounded so, once; sums are sums of rounded lines, so that whoever adds up the page gets its totals.
 * @param denominator more than 0
 */
export function quotient(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}
