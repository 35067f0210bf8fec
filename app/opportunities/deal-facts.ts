import { href } from "react-router";
import type { Money } from "../json-api/values.ts";
import { isOver } from "../labels.ts";
import { formatAhead, formatDay, formatTime } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { propertyOf } from "./deal-parties.ts";
import { openMoves } from "./opportunity.ts";
import { stagePath, termsPath } from "./opportunity-list.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** What is agreed about a deal, as the strip at the top of its page shows it. */

export interface DealFact {
  readonly label: string;
  /** Null where it is not known. */
  readonly value: string | null;
  /** It is a day that has passed while the deal is under way. */
  readonly isLate: boolean;
  /** Where it is entered or changed; null where the current user cannot. */
  readonly edit: string | null;
}

/** "Thu, Dec 3, 5:00 PM", with the clock's name where it is not the workspace's. */
function timeOf(value: string, { timeZone, usualZone, now }: Clock): string {
  const { day, time } = formatAhead(value, timeZone, now);
  return `${day}, ${timeZone === usualZone ? formatTime(value, timeZone) : time}`;
}

const say = (money: Money | null | undefined) => (money ? formatMoney(money.currency, money.amount) : null);

interface Clock {
  /** IANA name of the property's time zone. */
  readonly timeZone: string;
  /** Of the workspace. */
  readonly usualZone: string;
  /** The present day there. */
  readonly today: string;
  readonly now: Date;
}

/** Price, offer and days of a deal. Days of an offer are left out while there is none. @param canUpdate whether the current user may change them */
export function dealFacts(found: FoundOpportunity, clock: Clock, canUpdate: boolean): readonly DealFact[] {
  const { latestOffer: offer, suggestedOffer: suggested, stage, inspectionsDueOn, closingOn } = found;
  const { today, now } = clock;
  const open = suggested ?? (offer?.state === "sent" ? offer : null);
  const isAccepted = suggested === null && offer?.acceptedOn;
  const isUnderContract = ["offer_accepted", "inspections_underway", "closed"].includes(stage);
  const packageId = propertyOf(found).id;
  const ifMay = (path: string | null) => (canUpdate ? path : null);
  const terms = ifMay(termsPath(found.id));
  const property = ifMay(packageId === null ? null : href("/packages/:packageId/edit", { packageId }));
  const suggestion = ifMay(href("/opportunities/:opportunityId/suggestion", { opportunityId: found.id }));
  const sending = openMoves(found).some(({ to }) => to === "offer_sent") ? stagePath(found.id, "offer_sent") : null;
  const ofOffer = suggested === null ? (offer === null ? sending : terms) : suggestion;
  const known = (label: string, value: string | null, edit: string | null): DealFact => ({
    label,
    value,
    isLate: false,
    edit,
  });
  const moment = (label: string, value: string | null, edit: string | null): DealFact => ({
    label,
    value: value && timeOf(value, clock),
    isLate: value !== null && !isOver(stage) && Date.parse(value) < now.getTime(),
    edit,
  });
  const day = (label: string, value: string | null): DealFact => ({
    label,
    value: value && formatDay(value),
    isLate: value !== null && !isOver(stage) && value < today,
    edit: terms,
  });
  return [
    known("List price", say(found.package?.listPrice), property),
    suggested === null
      ? known(offer?.acceptedPrice ? "Agreed price" : "Offer", say(offer?.acceptedPrice ?? offer?.price), ofOffer)
      : known(suggested.isCounter ? "Counter-offer" : "Suggested offer", say(suggested.price), ofOffer),
    ...(open === null ? [] : [moment("Offer expires", open.expiresAt, ofOffer)]),
    ...(isAccepted ? [known("Accepted", formatDay(isAccepted), terms)] : []),
    ...(isAccepted || isUnderContract ? [] : [moment("Offers due", found.package?.offerDueAt ?? null, property)]),
    isUnderContract || inspectionsDueOn !== null
      ? day("Inspections due", inspectionsDueOn)
      : known("Inspections due", "After acceptance", null),
    day(stage === "closed" ? "Closed" : "Closing", closingOn),
  ];
}
