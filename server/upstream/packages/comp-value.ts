/** What a property would bring by what properties like it were sold for. */

export interface Sale {
  /** A decimal amount with four decimals at most. */
  readonly price: string;
  /** Square feet, at least 1. */
  readonly sqft: number;
}

/** An exact fraction: `over` is positive. */
interface Fraction {
  readonly count: bigint;
  readonly over: bigint;
}

const decimals = 4;
const unitsInCent = 100n;

/**
 * The median sold price per square foot, times the property's own square feet; the median of an even number of sales is the
 * mean of the two in the middle.
 * @returns whole cents, halves rounded up; null without a sale or without the property's size
 */
export function compValueOf(sales: readonly Sale[], sqft: number | null): bigint | null {
  if (sales.length === 0 || sqft === null) return null;
  const rates = sales.map(({ price, sqft: sold }) => ({ count: unitsOf(price), over: BigInt(sold) })).sort(compare);
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.floor((rates.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  const middle = { count: lower.count * upper.over + upper.count * lower.over, over: 2n * lower.over * upper.over };
  return roundHalfUp({ count: middle.count * BigInt(sqft), over: middle.over * unitsInCent });
}

/** Cents as a decimal amount: "871200.50". */
export function amountOf(cents: bigint): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** In ten-thousandths of the currency. */
function unitsOf(price: string): bigint {
  const [whole = "0", fraction = ""] = price.split(".");
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

function compare(left: Fraction, right: Fraction): number {
  const difference = left.count * right.over - right.count * left.over;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function roundHalfUp({ count, over }: Fraction): bigint {
  return (2n * count + over) / (2n * over);
}
