import type { Money } from "../json-api/values.ts";
import { formatDay, formatMoment } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { isOver } from "./deal-labels.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** What is agreed about a deal, as the top of its page shows it. */

export interface DealFact {
  readonly label: string;
  /** Null where it is not known. */
  readonly value: string | null;
  /** It is a day that has passed while the deal is under way. */
  readonly isLate: boolean;
}

const say = (money: Money | null | undefined) => (money ? formatMoney(money.currency, money.amount) : null);
const known = (label: string, value: string | null): DealFact => ({ label, value, isLate: false });

interface Clock {
  /** IANA name of the property's time zone. */
  readonly timeZone: string;
  /** The present day there. */
  readonly today: string;
  readonly now: Date;
}

/** Price, offer and days of a deal. Those that its stage has not come to are left out while nobody has entered them. */
export function dealFacts(found: FoundOpportunity, { timeZone, today, now }: Clock): readonly DealFact[] {
  const { latestOffer: offer, suggestedOffer: suggested, stage, inspectionsDueOn, closingOn } = found;
  const open = suggested ?? (offer?.state === "sent" ? offer : null);
  const day = (label: string, value: string | null): DealFact => ({
    label,
    value: value === null ? null : formatDay(value),
    isLate: value !== null && !isOver(stage) && value < today,
  });
  const isUnderContract = ["offer_accepted", "inspections_underway", "closed"].includes(stage);
  return [
    known("List price", say(found.package?.listPrice)),
    suggested === null
      ? known(offer?.acceptedPrice ? "Agreed price" : "Offer", say(offer?.acceptedPrice ?? offer?.price))
      : known("Suggested offer", say(suggested.price)),
    ...(open === null
      ? []
      : [
          {
            label: "Offer expires",
            value: open.expiresAt && formatMoment(open.expiresAt, timeZone),
            isLate: open.expiresAt !== null && Date.parse(open.expiresAt) < now.getTime(),
          },
        ]),
    ...(suggested === null && offer?.acceptedOn ? [known("Accepted", formatDay(offer.acceptedOn))] : []),
    ...(isUnderContract || inspectionsDueOn !== null ? [day("Inspections due", inspectionsDueOn)] : []),
    day(stage === "closed" ? "Closed" : "Closing", closingOn),
  ];
}
