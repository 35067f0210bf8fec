import { href } from "react-router";
import { clientNameOf, streetOf } from "../opportunities/deal-parties.ts";
import type { DatedDeal } from "../opportunities/needs-attention.server.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { dayIn, formatDay } from "../ui/date-format.ts";
import type { AttentionItem } from "./attention.ts";

interface Present {
  readonly now: Date;
  /** Of the workspace. */
  readonly timeZone: string;
  readonly pictureOf: (source: string | null | undefined) => string | null;
}

/** A deal with the nearer of its two days, which is changed from here. */
export function deadlineItem(deal: DatedDeal, { now, timeZone, pictureOf }: Present): AttentionItem {
  const { id, inspectionsDueOn, closingOn, package: property } = deal;
  const isClosing = inspectionsDueOn === null || (closingOn !== null && closingOn < inspectionsDueOn);
  const day = (isClosing ? closingOn : inspectionsDueOn) ?? "";
  return {
    id,
    href: opportunityPath(id),
    title: streetOf(deal),
    detail: clientNameOf(deal),
    when: `${isClosing ? "Closing" : "Inspections due"} ${formatDay(day)}`,
    isLate: day < dayIn(property?.timeZone ?? timeZone, now),
    photo: pictureOf(property?.photoUrl),
    step: { label: "Change", href: href("/opportunities/:opportunityId/terms", { opportunityId: id }) },
  };
}
