import { formatAhead } from "../ui/date-format.ts";
import type { DueOffer } from "./offer-due.tsx";
import { urgencyOf } from "./offer-time.ts";

type Deadline = { readonly offerDueAt: string | null; readonly timeZone: string | null };

/** What a page says of when offers are due; null where nobody has said. @param now the present moment */
export function dueOfferOf({ offerDueAt, timeZone }: Deadline, now: Date): DueOffer | null {
  if (offerDueAt === null) return null;
  return { ...formatAhead(offerDueAt, timeZone ?? "UTC", now), urgency: urgencyOf(offerDueAt, now.getTime()) };
}
