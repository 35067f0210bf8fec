import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { figure, money } from "../json-api/values.ts";
import { optionalNumber, optionalText, requiredDay, requiredText, typedNumber } from "../ui/form-values.ts";
import { requiredMoney, typedMoney } from "../ui/money-values.ts";

/** The sale of a similar property, from which comp. values are calculated. */

/** The attributes of a comparable. */
export const comparableAttributes = {
  packageId: z.nullable(z.string()),
  address: z.string(),
  soldPrice: money,
  sqft: figure,
  /** A day, as in "2026-03-02". */
  soldOn: z.nullable(z.string()),
  url: z.nullable(z.string()),
};

export interface Comparable extends Versioned, z.output<z.ZodMiniObject<typeof comparableAttributes>> {}

const sqftMessage = "Sqft must be a whole number from 1 to 99,999,999.";
const urlMessage = "Link must begin with http:// or https://.";

export const comparableForm = z.object({
  address: requiredText("Address must be at least 1 character."),
  soldPrice: requiredMoney("Sold price must be an amount of more than 0, e.g. 850,000."),
  sqft: optionalNumber({ min: 1, max: 99_999_999, whole: true, message: sqftMessage }).check(
    z.refine((sqft) => sqft !== null, sqftMessage),
  ),
  soldOn: requiredDay("Sold on must be a date."),
  url: optionalText(2000).check(z.refine((url) => url === null || /^https?:\/\/\S+$/i.test(url), urlMessage)),
});
export type TypedComparable = z.output<typeof comparableForm>;

/** The initial texts of the form. */
export function typedComparable({ address, soldPrice, sqft, soldOn, url }: Comparable) {
  return {
    address,
    soldPrice: typedMoney(soldPrice),
    sqft: typedNumber(sqft),
    soldOn: soldOn ?? "",
    url: url ?? "",
  };
}
