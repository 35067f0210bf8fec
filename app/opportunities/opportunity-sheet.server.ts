import { labelOfStage } from "../labels.ts";
import type { Cell, SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { dayIn } from "../ui/date-format.ts";
import { clientOf, propertyOf } from "./deal-parties.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/**
 * Opportunities as the lines of a spreadsheet.
 * @param timeZone IANA name of the workspace's, for the day since which a deal is at its stage
 */
export function columnsIn(timeZone: string): readonly SheetColumn<FoundOpportunity>[] {
  return [...parties, ["In stage since", ({ stageSince }) => dayOf(stageSince, timeZone)], ...terms];
}

function dayOf(moment: string | null, timeZone: string): Cell {
  return moment === null || Number.isNaN(Date.parse(moment)) ? null : dayIn(timeZone, new Date(moment));
}

const parties: readonly SheetColumn<FoundOpportunity>[] = [
  ["Client", (found) => clientOf(found).name],
  ["Client's email", (found) => clientOf(found).email],
  ["Client's phone number", (found) => clientOf(found).phoneNumber],
  ["Property", (found) => propertyOf(found).street],
  ["City", (found) => propertyOf(found).city],
  ["State", (found) => propertyOf(found).state],
  ["Zip", (found) => propertyOf(found).zip],
  ["Stage", ({ stage }) => labelOfStage(stage)],
];

const terms: readonly SheetColumn<FoundOpportunity>[] = [
  ["Rank", ({ rank }) => rank],
  ["Client's own rank", ({ clientRank }) => clientRank],
  ["List price", (found) => found.package?.listPrice?.amount ?? null],
  ["List price currency", (found) => found.package?.listPrice?.currency ?? null],
  ["Offer", ({ latestOffer }) => latestOffer?.price.amount ?? null],
  ["Offer currency", ({ latestOffer }) => latestOffer?.price.currency ?? null],
  ["Offer expires", (found) => expiryOf(found)],
  ["Agreed price", ({ latestOffer }) => latestOffer?.acceptedPrice?.amount ?? null],
  ["Agreed price currency", ({ latestOffer }) => latestOffer?.acceptedPrice?.currency ?? null],
  ["Accepted on", ({ latestOffer }) => latestOffer?.acceptedOn ?? null],
  ["Inspections due", ({ inspectionsDueOn }) => inspectionsDueOn],
  ["Closing", ({ closingOn }) => closingOn],
  ["Agent", ({ assignedAccountName }) => assignedAccountName ?? null],
];

/** In the property's time zone, in a form that spreadsheets read as a time. */
function expiryOf(found: FoundOpportunity): Cell {
  const expiresAt = found.latestOffer?.expiresAt ?? null;
  return expiresAt === null ? null : localTimeOf(expiresAt, propertyOf(found).timeZone ?? "UTC").replace("T", " ");
}
