import * as z from "zod/mini";
import { formatDay } from "../ui/date-format.ts";
import { optionalDay } from "../ui/form-values.ts";

/** From which day to which a client is bound to the agency; in many states showings need such an agreement. */

/** What a service says of it; null where there is none, and where the service keeps none. */
export const agreement = z.nullable(z.object({ startsOn: z.string(), endsOn: z.string() }));
export type Agreement = NonNullable<z.output<typeof agreement>>;

const half = "Enter both days, or neither.";

/** What is typed about it: two days, or none where there is no agreement. */
export const agreementForm = z
  .object({ startsOn: optionalDay("Start must be a date."), endsOn: optionalDay("End must be a date.") })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn !== null || endsOn === null, { path: ["startsOn"], error: half }),
    z.refine(({ startsOn, endsOn }) => endsOn !== null || startsOn === null, { path: ["endsOn"], error: half }),
    z.refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
      path: ["endsOn"],
      error: "An agreement ends on the day that it starts, or later.",
    }),
  );

/** The agreement that was typed; null for none. */
export function typedOf({ startsOn, endsOn }: z.output<typeof agreementForm>): Agreement | null {
  return startsOn === null || endsOn === null ? null : { startsOn, endsOn };
}

/** How an agreement stands in its form at first. */
export function typedAgreement(given: Agreement | null) {
  return { startsOn: given?.startsOn ?? "", endsOn: given?.endsOn ?? "" };
}

/** An agreement in words. */
export interface SaidAgreement {
  readonly state: "In force" | "Not yet in force" | "Ended" | "None";
  /** "Jan 2, 2026 to Jul 1, 2026"; null where there is none. */
  readonly days: string | null;
}

/** @param today the day that it is for the workspace, as in "2026-03-02" */
export function sayAgreement(given: Agreement | null, today: string): SaidAgreement {
  if (given === null) return { state: "None", days: null };
  const days = `${formatDay(given.startsOn)} to ${formatDay(given.endsOn)}`;
  if (today < given.startsOn) return { state: "Not yet in force", days };
  return { state: today > given.endsOn ? "Ended" : "In force", days };
}
