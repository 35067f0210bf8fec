/** What people enter about costs, field by field. The messages are shown beside the field. */
import { z } from "zod";
import { longestTerm, termMessage } from "../../../arithmetic/costs/rules.ts";
import { givenDay } from "../engine/dates.ts";
import { lineOf } from "../engine/inputs.ts";

const most = { charges: 20, months: 36 };

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((given) => given ?? null);

const decimals = /^\d{1,12}(\.\d{1,4})?$/;

/** A decimal text of 0 or more. */
export const amount = (label: string) => {
  const message = `${label} must be an amount of 0 or more.`;
  return orNull(z.string(message).trim().regex(decimals, message));
};

/** A decimal text on either side of 0. */
export const signedAmount = (label: string) => {
  const message = `${label} must be an amount, with a minus where it is in the buyer's favor.`;
  return orNull(
    z
      .string(message)
      .trim()
      .regex(/^-?\d{1,12}(\.\d{1,4})?$/, message),
  );
};

/** A decimal text from 0 to 100, returned in its shortest form: "06.50" is "6.5". */
export const percent = (label: string) => {
  const message = `${label} must be a percentage from 0 to 100, with at most three decimals.`;
  return orNull(
    z
      .string(message)
      .trim()
      .regex(/^\d{1,3}(\.\d{1,3})?$/, message)
      .refine((typed) => Number(typed) <= 100, message)
      .transform((typed) => String(Number(typed))),
  );
};

/** A number of months. */
export const months = (label: string) => {
  const message = `${label} must be a whole number of months from 0 to ${most.months}.`;
  return orNull(z.int(message).min(0, message).max(most.months, message));
};

/** A loan's term in years. */
export const term = orNull(z.int(termMessage).min(1, termMessage).max(longestTerm, termMessage));

/** A day as in "2027-04-15". */
export const day = (label: string) => orNull(givenDay(`${label} must be a date.`));

/** Charges that have no field of their own: a name and an amount each. */
export const charges = (label: string) => {
  const message = `${label} must have an amount of 0 or more.`;
  const charge = z.strictObject({
    label: lineOf(label),
    labelEs: lineOf(`${label} in Spanish`).optional(),
    amount: z.string(message).trim().regex(decimals, message),
  });
  return z
    .array(charge)
    .max(most.charges, `Enter at most ${most.charges}.`)
    .nullish()
    .transform((given) => given ?? []);
};

/** The source of figures, in a few words. */
export const source = orNull(
  z
    .string()
    .trim()
    .max(200, "A source must be at most 200 characters.")
    .regex(/^\P{Cc}*$/u, "A source must be one line of text.")
    .transform((typed) => (typed === "" ? null : typed)),
);
