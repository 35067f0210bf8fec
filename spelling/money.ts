import { plainDecimal } from "./plain-decimal.ts";

/** What a typed amount of money means, for forms, filters and imports. What may be meant in two ways is refused. */

export interface TypedMoney {
  /** A plain decimal: "1250.50". */
  readonly amount: string;
  /** The currency that is written beside the amount (ISO 4217); null for none. */
  readonly currency: string | null;
}

export interface MoneyProblem {
  readonly problem: "none" | "range" | "negative" | "unclear" | "large" | "currency";
  /** The currency that is written there, where it is another than the field's. */
  readonly currency: string | null;
}

interface MoneyRules {
  /** The field's currency, which "$" or another sign means where it has one of these; null where none is known. */
  readonly currency?: string | null;
  /** Whether the amounts around it have decimals after a comma. */
  readonly writesCommas?: boolean;
  readonly isSigned?: boolean;
}

/** Those whose countries write "450.000,50". */
const withCommas = [
  ...["ARS", "BRL", "CLP", "COP", "CRC", "CZK", "DKK", "EUR", "HUF", "IDR", "ISK", "NOK", "PLN", "PYG", "RON", "RSD"],
  ...["RUB", "SEK", "TRY", "UAH", "UYU", "VND"],
];

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  C$: "CAD",
  CA$: "CAD",
  A$: "AUD",
  AU$: "AUD",
  NZ$: "NZD",
  HK$: "HKD",
  S$: "SGD",
  MX$: "MXN",
  R$: "BRL",
  "€": "EUR",
  EURO: "EUR",
  EUROS: "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
};

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf("currency").includes(code);
}

/** The zeros that words and letters after a number stand for. */
const multiple = /^ ?(?:(k|thousand)|(?:m|mm|mio|millions?|mill[oó]n|millones))(?![\p{L}\p{N}])/iu;

const aroundDigits = /^(\D*)(\d(?:.*\d)?)(\D*)$/s;
const rangeSign = /[-–—~]|\b(?:to|and)\b/i;

/** Reads money as in "$900,000", "USD 450,000", "900k", "1.2m", "450 000" or "450.000,50 €". */
export function readMoney(typed: string, rules: MoneyRules = {}): TypedMoney | MoneyProblem {
  const { currency: own = null, writesCommas = false, isSigned = false } = rules;
  const text = tidy(typed);
  const [, start = "", digits = "", end = ""] = aroundDigits.exec(text) ?? [];
  const isNegative = isSigned && start.includes("-");
  const [word = "", thousand] = multiple.exec(end) ?? [];
  const sign = (isNegative ? start.replace("-", "") : start) + end.slice(word.length);
  const currency = sign.trim() === "" ? null : currencyOf(sign, own);
  if (currency === undefined) return { problem: problemOf(text, digits) ?? "none", currency: null };
  if (currency !== null && own !== null && currency !== own) return { problem: "currency", currency };
  const zeros = word === "" ? 0 : thousand === undefined ? 6 : 3;
  const hasCommas = withCommas.includes(currency ?? own ?? "") || (currency === null && writesCommas);
  const [amount, other] = readingsOf(digits, zeros, hasCommas);
  if (amount !== undefined && other === undefined)
    return /^\d{13}/.test(amount)
      ? { problem: "large", currency: null }
      : { amount: isNegative ? `-${amount}` : amount, currency };
  return { problem: problemOf(text, digits) ?? (/^[\d., ]+$/.test(digits) ? "unclear" : "none"), currency: null };
}

/** What is wrong with an amount and how to write it; null where it is none at all. */
export function sayMoneyProblem({ problem, currency }: MoneyProblem): string | null {
  if (problem === "range") return "Enter one amount, such as 450,000, instead of a range.";
  if (problem === "negative") return "Enter the amount without a minus sign or parentheses, such as 450,000.";
  if (problem === "unclear") return "Use commas for thousands and a point for decimals, such as 1,250.50.";
  if (problem === "large") return "Enter less than 1,000,000,000,000.";
  return problem === "currency"
    ? `The amount says ${currency}. Choose ${currency} as its currency, or leave it out.`
    : null;
}

/** The currency (ISO 4217) that a sign or code alone means, as in "€" or "eur"; null for none. */
export function currencyNamed(typed: string): string | null {
  return currencyOf(tidy(typed), null) ?? null;
}

/**
 * Whether amounts have their decimals after a comma: some of them can be read in no other way, and none has to be read in the
 * other way.
 */
export function writeCommas(typed: readonly string[]): boolean {
  const digits = typed.map((text) => aroundDigits.exec(tidy(text))?.[2] ?? "").filter((text) => /[.,]/.test(text));
  const isSure = (text: string) =>
    readingsOf(text, 0, true).length === 1 && (text.includes(",") || text.split(".").length > 2);
  return digits.some(isSure) && digits.every((text) => readingsOf(text, 0, false).length === 0);
}

/** In ASCII, with single blanks and without invisible signs. */
function tidy(typed: string): string {
  return typed
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2212\ufe63]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** What digits may mean. Money has two decimals at most: "900,000" cannot be nine hundred, wherever it was written. */
function readingsOf(digits: string, zeros: number, hasCommas: boolean): readonly string[] {
  const text = digits.replace(/['’]/g, " ");
  const swapped = text.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
  const found = (hasCommas ? [text, swapped] : [text]).flatMap((one) => {
    const [whole = "", fraction = ""] = plainDecimal(one)?.split(".") ?? [];
    if (whole === "" || fraction.length > (zeros === 6 ? 6 : 2)) return [];
    const units = (whole + (zeros === 0 ? "" : fraction.padEnd(zeros, "0"))).replace(/^0+(?=\d)/, "");
    return [zeros === 0 && fraction !== "" ? `${units}.${fraction}` : units];
  });
  return [...new Set(found)];
}

function problemOf(text: string, digits: string): "range" | "negative" | null {
  if (digits.split(rangeSign).length > 1) return "range";
  return /[-(]/.test(text) && digits !== "" ? "negative" : null;
}

/** The currency that is meant by what is beside digits; undefined where it is no currency. */
function currencyOf(beside: string, own: string | null): string | undefined {
  const sign = beside.replaceAll(" ", "").toUpperCase();
  if (own !== null && (sign === own || ownSigns(own).has(sign))) return own;
  return signs[sign] ?? (isCurrency(sign) ? sign : currencyWithSign(sign));
}

/** "USD$" and "$USD". */
function currencyWithSign(sign: string): string | undefined {
  return [sign.slice(0, 3), sign.slice(-3)].find((code) => isCurrency(code) && ownSigns(code).has(sign));
}

const known = new Map<string, ReadonlySet<string>>();

/** The signs that mean a currency where it is the field's own: "$" for any dollar. */
function ownSigns(currency: string): ReadonlySet<string> {
  const before = known.get(currency);
  if (before !== undefined) return before;
  if (!isCurrency(currency)) return new Set();
  const found = new Set(signsOf(currency));
  known.set(currency, found);
  return found;
}

function signsOf(currency: string): readonly string[] {
  const [narrow = "", symbol = ""] = (["narrowSymbol", "symbol"] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay });
    return format
      .formatToParts(0)
      .find(({ type }) => type === "currency")
      ?.value.toUpperCase();
  });
  return [narrow, symbol, currency + narrow, narrow + currency, currency.slice(0, 2) + narrow];
}
