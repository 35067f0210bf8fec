import { z } from "zod";
import { severities } from "./severities.ts";

export const proposedFinding = z.object({
  system: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  page: z.int(),
  quote: z.string(),
  /** Decimal texts; equal for one amount. */
  costs: z.object({ low: z.string(), high: z.string(), currency: z.string() }).nullable(),
});
export type ProposedFinding = Readonly<z.output<typeof proposedFinding>>;
