import * as z from "zod/mini";

/** Values that services write in different ways. */

/** A number, which some services write as text. */
export const figure = z.nullable(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
    z.transform((value) => Number(value)),
  ),
);

/** An amount of money. */
export const money = z.object({
  /** A decimal number, as text. */
  amount: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  /** ISO 4217. */
  currency: z.string(),
});
export type Money = z.output<typeof money>;
