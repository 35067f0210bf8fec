import { formatAhead } from "../ui/date-format.ts";
import { urgencyOf } from "./offer-deadline.ts";
import type { DueOffer } from "./offer-due.tsx";

type Deadline = { readonly offerDueAt: string | null; readonly timeZone: string | null };

/** What a page says of when offers are due; null where nobody has said. @param now the present moment */
export function formatDueOffer({ offerDueAt, timeZone }: Deadline, now: Date): DueOffer | null {
  if (offerDueAt === null) return null;
  return { ...formatAhead(offerDueAt, timeZone ?? "UTC", now), urgency: urgencyOf(offerDueAt, now.getTime()) };
}
