import { z } from "zod";
import { severities } from "./severities.ts";

/** A finding as it is proposed. */
export const proposedFinding = z.object({
  system: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  page: z.int(),
  quote: z.string(),
  /** Decimal texts, low first; the same where one amount is given. */
  costs: z.object({ low: z.string(), high: z.string(), currency: z.string() }).nullable(),
});
export type ProposedFinding = Readonly<z.output<typeof proposedFinding>>;
