/** What people type about findings. The words are shown beside the field. */
import { z } from "zod";
import { lineOf } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";
import { decisions } from "../tables.ts";

export const system = lineOf("System").pipe(z.string().max(100, "System must be at most 100 characters."));
export const title = lineOf("Finding");

/** Optional facts of a finding; those that are not given stay as they are. */
export const facts = {
  page: z
    .int("Page must be a whole number.")
    .min(1, "Page must be 1 or more.")
    .max(9999, "Page must be at most 9,999.")
    .nullish(),
  quote: z
    .string()
    .trim()
    .max(2000, "Quote must be at most 2,000 characters.")
    .transform((typed) => (typed === "" ? null : typed))
    .nullish(),
  lowCost: moneyOf("Low cost").nullish(),
  highCost: moneyOf("High cost").nullish(),
  decision: z.enum(decisions, "Choose a decision.").nullish(),
  isClientAsked: z.boolean().optional(),
};
