import { downloadSheet, refuseSheet } from "../audit-log/download-sheet.server.ts";
import { idsIn } from "../lists/list-state.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { joinCell } from "../spreadsheets/cell-lists.ts";
import type { SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/export";
import { packageList } from "./package-list.ts";
import { allPackages, type FoundPackage } from "./packages.server.ts";

/** Every page of the list, filtered and sorted as its URL says; or of it the records that the URL names. */
export async function loader({ url, context }: Route.LoaderArgs) {
  if (!agentOf(context).can("packages.export"))
    return refuseSheet(403, "You don't have permission to export properties. Owners and admins can.");
  const state = packageList.stateOf(url.searchParams);
  return downloadSheet(context, {
    name: "properties",
    contents: "packages",
    columns,
    apiOf,
    unknown: state.unknown,
    ids: idsIn(url.searchParams),
    pages: (connect, ids) => allPackages(connect, state, ids),
  });
}

const columns: readonly SheetColumn<FoundPackage>[] = [
  ["Rank", ({ number }) => number],
  ["Address", ({ street }) => street],
  ["City", ({ city }) => city],
  ["State", ({ state }) => state],
  ["Zip", ({ zip }) => zip],
  ["Clients", ({ clients }) => clients.map(({ name }) => name).join("; ")],
  ["Clients' emails", ({ clients }) => clients.flatMap(({ email }) => email ?? []).join("; ")],
  ["Beds", ({ beds }) => beds],
  ["Baths", ({ baths }) => baths],
  ["Sqft", ({ sqft }) => sqft],
  ["Lot size (sqft)", ({ lotSize }) => lotSize],
  ["Garages", ({ garages }) => garages],
  ["Year built", ({ yearBuilt }) => yearBuilt ?? null],
  ["MLS number", ({ mlsNumber }) => mlsNumber ?? null],
  ["HOA a month", ({ hoa }) => hoa?.amount ?? null],
  ["HOA currency", ({ hoa }) => hoa?.currency ?? null],
  ["Schools", ({ schools }) => joinCell(schools.map(({ name, url }) => [name, url].filter(Boolean).join(" ")))],
  ["Area", ({ area }) => area],
  ["House type", ({ houseType }) => houseType ?? null],
  ["Tags", ({ tags }) => joinCell(tags ?? [])],
  ["List price", ({ listPrice }) => listPrice?.amount ?? null],
  ["List price currency", ({ listPrice }) => listPrice?.currency ?? null],
  ["Comp. value", ({ compValue }) => compValue?.amount ?? null],
  ["Comp. value currency", ({ compValue }) => compValue?.currency ?? null],
  ["Comp. value source", ({ compValue }) => compValue && basisOf(compValue)],
  ["Note on the comp. value", ({ compOverride }) => compOverride?.note ?? null],
  ["Offers due", (found) => dueOf(found)],
  ["Time zone", ({ offerDueAt, timeZone }) => (offerDueAt === null ? null : timeZone)],
  ["Remarks", ({ remarks }) => remarks ?? null],
  ["Listing agent", ({ listingAgent }) => listingAgent?.name ?? null],
  ["Listing agent's email", ({ listingAgent }) => listingAgent?.email ?? null],
  ["Listing agent's phone number", ({ listingAgent }) => listingAgent?.phoneNumber ?? null],
];

function basisOf({ source, count }: NonNullable<FoundPackage["compValue"]>): string {
  return source === "override" ? "Override" : formatCount(count ?? 0, "comparable");
}

/** In the property's time zone, in a form that spreadsheets read as a time. */
function dueOf({ offerDueAt, timeZone }: FoundPackage): string | null {
  return offerDueAt === null ? null : localTimeOf(offerDueAt, timeZone ?? "UTC").replace("T", " ");
}
