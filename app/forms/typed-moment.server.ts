import { localTimeOf, momentAt } from "../ui/clock.server.ts";
import { FormRefusal } from "./form-refusal.ts";

const skipped = "Clocks go forward on that day, and skip this time. Choose another one.";

/**
 * The moment of a time that was typed into a form, in ISO 8601; null when there is no such day.
 * @param field that it was typed into
 * @param local as in "2026-03-01T12:00"
 * @throws FormRefusal for a time that the clock leaves out in spring
 */
export function typedMoment(field: string, local: string, timeZone: string): string | null {
  const moment = momentAt(local, timeZone);
  if (moment !== null && !localTimeOf(moment, timeZone).startsWith(local.slice(0, 16)))
    throw new FormRefusal({ fieldErrors: { [field]: [skipped] }, status: 400 });
  return moment;
}
