import { z } from "zod";

const cost = z.number().min(0).max(1e9).nullish();
/** A finding as a language model names it. */
export const namedFinding = z.object({
  system: z.string(),
  severity: z.string(),
  title: z.string(),
  page: z.int(),
  quote: z.string(),
  low_cost: cost,
  high_cost: cost,
});
export type NamedFinding = Readonly<z.output<typeof namedFinding>>;
