import { allows } from "../json-api/resource.ts";
import { isOver } from "../labels.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { cityLine } from "../ui/city-line.ts";
import { type Day, dayIn, daysSince, formatAhead } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { clientOf, propertyOf } from "./deal-parties.ts";
import { openMoves } from "./opportunity.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** An opportunity as lists, boards and the tabs of clients and packages show it. */
export interface OpportunityRow extends DealGlance {
  readonly id: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly picture: string | null;
    readonly isArchived: boolean;
  };
  readonly property: {
    readonly id: string;
    readonly street: string;
    readonly place: string;
    readonly photo: string | null;
  };
  readonly stage: string;
  readonly rank: string | null;
  readonly clientRank: string | null;
  /** At its stage; null where the service does not say since when. */
  readonly days: number | null;
  /** Whose it is. */
  readonly agent: string | null;
  readonly canMove: boolean;
  /** Its rank, price and dates. */
  readonly canChange: boolean;
}

interface Workspace {
  readonly id: string;
  readonly timeZone: string | null;
}

/** What a page shows of an opportunity. @param workspace by its calendar days are counted @param now the present moment */
export function rowOf(found: FoundOpportunity, pictures: Pictures, workspace: Workspace, now: Date): OpportunityRow {
  const client = clientOf(found);
  const property = propertyOf(found);
  const pictureOf = (source: string | null | undefined) => (source ? pictures.pathOf(source, 200, workspace.id) : null);
  return {
    id: found.id,
    client: {
      id: client.id ?? "",
      name: client.name,
      email: client.email,
      picture: pictureOf(found.client?.profileImageUrl),
      isArchived: found.contact?.isArchived === true,
    },
    property: {
      id: property.id ?? "",
      street: property.street,
      place: cityLine(property),
      photo: pictureOf(found.package?.photoUrl),
    },
    stage: found.stage,
    rank: found.rank,
    clientRank: found.clientRank,
    days: found.stageSince === null ? null : daysSince(found.stageSince, workspace.timeZone ?? "UTC", now),
    agent: found.assignedAccountName ?? null,
    canMove: openMoves(found).length > 0,
    canChange: allows(found, "update"),
    ...glanceAt(found, now),
  };
}

interface DealGlance {
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
function glanceAt(found: FoundOpportunity, now: Date): DealGlance {
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
