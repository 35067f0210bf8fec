/** Amounts of money in running text. */

export interface CostRange {
  /** Decimal texts, low first; the same where one amount is given. */
  readonly low: string;
  readonly high: string;
  /** By the sign that stands there. */
  readonly currency: string;
}

const currencies: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP" };
const amount =
  /(?<sign>[$€£])\s?(?<digits>\d[\d,]*(?:\.\d{1,2})?)(?<thousands>\s?k\b)?(?:\s?(?:-|–|—|to)\s?(?<upper>\d[\d,]*(?:\.\d{1,2})?)(?<upperThousands>\s?k\b)?)?/gi;

/** Gives the least and the greatest amount that a text names; null where it names none. */
export function costsIn(text: string): CostRange | null {
  const found = [...text.matchAll(amount)].flatMap(({ groups = {} }) => {
    const { digits, thousands, upper, upperThousands } = groups;
    return [worthOf(digits, thousands), worthOf(upper, upperThousands)].filter((value) => value !== null);
  });
  const [, sign = ""] = /([$€£])/.exec(text) ?? [];
  const currency = currencies[sign];
  if (found.length === 0 || currency === undefined) return null;
  return { low: written(Math.min(...found)), high: written(Math.max(...found)), currency };
}

function worthOf(digits: string | undefined, thousands: string | undefined): number | null {
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(",", "")) * (thousands === undefined ? 1 : 1000);
  return Number.isFinite(value) && value < 1e9 ? value : null;
}

function written(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
