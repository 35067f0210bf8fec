import { downloadSheet, refuseSheet } from "../audit-log/download-sheet.server.ts";
import { labelOfStage } from "../labels.ts";
import { idsIn } from "../lists/list-state.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { Cell, SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Route } from "./+types/export";
import { clientOf, propertyOf } from "./deal-parties.ts";
import { allOpportunities } from "./opportunities.server.ts";
import { opportunityList } from "./opportunity-list.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** Every page of the table, filtered and sorted as its address says; or of it the records that the address names. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (!agent.can("opportunities.export"))
    return refuseSheet(403, "You don't have permission to export opportunities. Owners and admins can.");
  const state = opportunityList.stateOf(url.searchParams);
  return downloadSheet(context, {
    name: "opportunities",
    contents: "opportunities",
    columns: columnsIn(agent.workspace.timeZone ?? "UTC"),
    apiOf,
    unknown: state.unknown,
    ids: idsIn(url.searchParams),
    pages: (connect, ids) => allOpportunities(connect, state, ids),
  });
}

/**
 * Opportunities as the lines of a spreadsheet.
 * @param timeZone IANA name of the workspace's, for the day since which a deal is at its stage
 */
function columnsIn(timeZone: string): readonly SheetColumn<FoundOpportunity>[] {
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
