import { isOver } from "../labels.ts";
import { type Day, dayIn, formatAhead } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { propertyOf } from "./deal-parties.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** What lists and boards say of a deal at a glance: its price, and what comes next on which day. */

export interface DealGlance {
  /** As in "$850,000"; null where neither an offer nor a list price is known. */
  readonly price: string | null;
  readonly next: NextDate | null;
}

/** What comes next. */
interface NextDate {
  /** As in "Showing Nov 23". */
  readonly text: string;
  readonly isLate: boolean;
}

/** The offer that is out or accepted, or else the list price; and the next of the deal's dates. @param now the present moment */
export function glanceAt(found: FoundOpportunity, now: Date): DealGlance {
  return {
    price: priceOf(found),
    next: isOver(found.stage) ? null : nextDateOf(found, now),
  };
}

/** Whether an offer is out or accepted. */
function isStanding({ latestOffer: offer }: Pick<FoundOpportunity, "latestOffer">): boolean {
  return offer?.state === "sent" || offer?.state === "accepted";
}

function priceOf({ latestOffer: offer, package: property }: FoundOpportunity): string | null {
  const price =
    offer !== null && isStanding({ latestOffer: offer })
      ? (offer.acceptedPrice ?? offer.price)
      : (property?.listPrice ?? null);
  return price === null ? null : formatMoney(price.currency, price.amount);
}

interface Dated {
  readonly what: string;
  readonly day: Day;
}

/** The earliest of what the deal waits for; what is past is late, or over. */
function nextDateOf(found: FoundOpportunity, now: Date): NextDate | null {
  const { latestOffer: offer, suggestedOffer, package: property, nextShowingAt, inspectionsDueOn, closingOn } = found;
  const timeZone = propertyOf(found).timeZone ?? "UTC";
  const on = (what: string, day: Day | null) => (day === null ? [] : [{ what, day }]);
  const at = (what: string, moment: string | null) =>
    moment === null || Number.isNaN(Date.parse(moment)) ? [] : on(what, dayIn(timeZone, new Date(moment)));
  const today = dayIn(timeZone, now);
  const all: readonly Dated[] = [
    ...at("Showing", nextShowingAt),
    ...(offer?.state === "sent" ? at("Expires", offer.expiresAt) : []),
    ...at("Expires", suggestedOffer?.expiresAt ?? null),
    ...(isStanding(found) ? [] : at("Offers due", property?.offerDueAt ?? null).filter(({ day }) => day >= today)),
    ...on("Inspections", inspectionsDueOn),
    ...on("Closing", closingOn),
  ];
  const [first] = all.toSorted((one, other) => one.day.localeCompare(other.day));
  if (first === undefined) return null;
  return {
    text: `${first.what} ${formatAhead(first.day, "UTC", now).day.replace(/^\w+, /, "")}`,
    isLate: first.day < today,
  };
}
