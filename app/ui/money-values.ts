import * as z from "zod/mini";
import { type MoneyProblem, readMoney, sayMoneyProblem, type TypedMoney } from "../../spelling/money.ts";
import { optionalText } from "./form-values.ts";
import type { Choice } from "./options.tsx";

/** What is typed into a `MoneyField`. */

/** The currencies that are offered first; a record may have any other of ISO 4217. */
const currencies = ["USD", "CAD", "MXN", "EUR", "GBP", "CHF", "AUD", "NZD", "JPY", "CNY", "HKD", "SGD", "INR", "AED"];

const currency = z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list."));

interface AmountRules {
  readonly negative?: boolean;
  /** For forms that say everything in their own words: what is said of an amount in another currency. */
  readonly otherCurrency?: string;
}

/**
 * An amount of money as a decimal text with at most 12 digits and two decimals, null when there is none. Its currency may stand
 * beside it where the form is `inOneCurrency`.
 * @param message for what is no amount
 */
export function optionalAmount(message: string, { negative = false, otherCurrency }: AmountRules = {}) {
  const sentenceOf = (read: MoneyProblem) => {
    if (otherCurrency !== undefined) return read.problem === "currency" ? otherCurrency : null;
    return negative && read.problem === "negative" ? null : sayMoneyProblem(read);
  };
  return z.pipe(
    optionalText(40),
    z.transform((typed, context) => {
      if (typed === null) return null;
      const read = readAlone(typed, negative);
      if ("amount" in read) return read.amount;
      context.issues.push({ code: "custom", message: sentenceOf(read) ?? message, input: typed });
      return z.NEVER;
    }),
  );
}

/** What is typed into one field: without the others, no currency is known to be the right one. */
function readAlone(typed: string, isSigned: boolean): TypedMoney | MoneyProblem {
  const read = readMoney(typed, { isSigned });
  return "amount" in read && read.currency !== null ? { problem: "currency", currency: read.currency } : read;
}

/** Writes something typed in plain digits, as far as it can be read. @param currency the form's */
type Rewrite = (typed: string, currency: string) => string;

/**
 * A form of amounts that are in the currency of its field `currency`, which may stand beside each of them: "$450,000", "1,250 €".
 * @param rewrites for the names of the fields that have amounts
 */
export function inOneCurrency<Input extends Record<string, unknown>, Output extends Record<string, unknown>>(
  schema: z.ZodMiniType<Output, Input>,
  rewrites: Readonly<Record<string, Rewrite>>,
): z.ZodMiniType<Output, Input> {
  // What comes from outside may be anything: the schema says so.
  const rewrite = (given: Input): Input => (isRecord(given) ? { ...given, ...rewritten(given, rewrites) } : given);
  return z.pipe(z.custom<Input>().check(z.overwrite(rewrite)), schema);
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null;
}

function rewritten(given: Readonly<Record<string, unknown>>, rewrites: Readonly<Record<string, Rewrite>>) {
  const { currency } = given;
  const changes = Object.entries(rewrites).flatMap(([name, rewrite]) => {
    const typed = given[name];
    return typeof typed === "string" && typeof currency === "string" ? [[name, rewrite(typed, currency)] as const] : [];
  });
  return Object.fromEntries(changes);
}

/** An amount in plain digits where it can be read, and else as it was typed. */
export function plainAmount(typed: string, currency: string): string {
  const read = readMoney(typed, { currency, isSigned: true });
  return "amount" in read ? read.amount : typed;
}

/** An amount and its currency; null without an amount. @param message for what is no amount */
export function optionalMoney(message: string, rules?: AmountRules) {
  const fields = z.object({ amount: optionalAmount(message, rules), currency });
  return z.pipe(
    inOneCurrency(fields, { amount: plainAmount }),
    z.transform(({ amount, currency }) => (amount === null ? null : { amount, currency })),
  );
}

/** The same, where there has to be one, of more than 0. */
export function requiredMoney(message: string) {
  const amount = optionalAmount(message).check(z.refine((amount) => amount !== null && Number(amount) > 0, message));
  return z.pipe(
    inOneCurrency(z.object({ amount, currency }), { amount: plainAmount }),
    z.transform(({ amount, currency }) => ({ amount: amount ?? "", currency })),
  );
}

type Amount = { readonly amount: string; readonly currency: string };

/** How money stands in its field at first. Three decimals, as a service may write them, would be read as thousands. */
export function typedMoney(money: Amount | null): Amount {
  const amount = money?.amount.replace(/\.\d{3}$/, "$&0").replace(/(\.\d\d)00$/, "$1") ?? "";
  return { amount, currency: money?.currency ?? "USD" };
}

/** The currencies to choose from, the record's own included. */
export function currencyChoices(...own: readonly (Amount | null)[]): Choice[] {
  const all = [...currencies, ...own.flatMap((amount) => amount?.currency ?? [])];
  return [...new Set(all)].map((value) => ({ value, label: value }));
}
