import * as z from "zod/mini";

export const figure = z.nullable(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
    z.transform((value) => Number(value)),
  ),
);

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
