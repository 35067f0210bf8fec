import { formatAhead } from "../ui/date-format.ts";

/** When offers for a property are due, in the property's time zone. */

const day = 86_400_000;

type Urgency = "past" | "soon" | "later";

/** Soon is less than three days away. @param now in milliseconds since 1970 */
export function urgencyOf(offerDueAt: string, now: number): Urgency {
  const left = Date.parse(offerDueAt) - now;
  if (left < 0) return "past";
  return left < 3 * day ? "soon" : "later";
}

/** When offers are due, as pages show it. */
export interface DueOffer {
  /** As in "Mon, Nov 23", or "Jan 4, 2027" of another year. */
  readonly day: string;
  /** As in "5:00 PM PST". */
  readonly time: string;
  readonly urgency: Urgency;
}

interface Deadline {
  readonly offerDueAt: string | null;
  readonly timeZone: string | null;
  /** False once an offer for the property was accepted; null for not known. */
  readonly takesOffers: boolean | null;
}

/** Formats a deadline in the property's time zone; null where there is none, and once an offer was accepted. */
export function formatDueOffer({ offerDueAt, timeZone, takesOffers }: Deadline, now: Date): DueOffer | null {
  if (offerDueAt === null || takesOffers === false) return null;
  return { ...formatAhead(offerDueAt, timeZone ?? "UTC", now), urgency: urgencyOf(offerDueAt, now.getTime()) };
}
