import * as z from "zod/mini";
import { formatDay } from "../ui/date-format.ts";
import { optionalDay } from "../ui/form-values.ts";

/** A buyer agreement between client and agency. Many states require one before a showing. */

/** Null where there is none, or where the service has no agreements. */
export const agreement = z.nullable(z.object({ startsOn: z.string(), endsOn: z.string() }));
export type Agreement = NonNullable<z.output<typeof agreement>>;

const half = "Enter both dates, or neither.";

/** Two dates, or none where there is no agreement. */
export const agreementForm = z
  .object({ startsOn: optionalDay("Start must be a date."), endsOn: optionalDay("End must be a date.") })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn !== null || endsOn === null, { path: ["startsOn"], error: half }),
    z.refine(({ startsOn, endsOn }) => endsOn !== null || startsOn === null, { path: ["endsOn"], error: half }),
    z.refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
      path: ["endsOn"],
      error: "The end date can't be before the start date.",
    }),
  );

/** The agreement that was typed; null for none. */
export function agreementOf({ startsOn, endsOn }: z.output<typeof agreementForm>): Agreement | null {
  return startsOn === null || endsOn === null ? null : { startsOn, endsOn };
}

/** An agreement as its form shows it. */
export function typedAgreement(given: Agreement | null) {
  return { startsOn: given?.startsOn ?? "", endsOn: given?.endsOn ?? "" };
}

/** An agreement in words. */
export interface AgreementSummary {
  readonly state: "Active" | "Not yet active" | "Ended" | "None";
  /** "Jan 2, 2026 to Jul 1, 2026"; null where there is none. */
  readonly days: string | null;
}

/** @param today in the workspace's time zone, as in "2026-03-02" */
export function describeAgreement(given: Agreement | null, today: string): AgreementSummary {
  if (given === null) return { state: "None", days: null };
  const days = `${formatDay(given.startsOn)} to ${formatDay(given.endsOn)}`;
  if (today < given.startsOn) return { state: "Not yet active", days };
  return { state: today > given.endsOn ? "Ended" : "Active", days };
}
