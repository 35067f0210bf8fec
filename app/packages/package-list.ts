import { href } from "react-router";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import { bothWays, byAgent, bySearch, byTag, defineList, type StateOf } from "../lists/define-list.ts";
import { flag, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { newPackagePath, packagePath, packagesPath } from "../record-paths.ts";
import { searchIn } from "../ui/search-text.ts";

export const newImportPath = href("/packages/imports/new");

/** The tab with its comparables and list prices. */
export function comparablesPath(packageId: string): string {
  return href("/packages/:packageId/comparables", { packageId });
}

/** Where the list price is changed. @param query of `changeQuery`, or "" */
export function pricePath(packageId: string, query: string): string {
  return href("/packages/:packageId/price", { packageId }) + query;
}

/** The page that creates an opportunity for this property. */
export function pairingPath(id: string): string {
  return `${href("/opportunities/new")}?package=${encodeURIComponent(id)}`;
}

/** The fields of the edit page that the list leads to. */
export type EditedField = "beds" | "baths" | "sqft" | "schools" | "area" | "offerDue";

/** The id of the form for a package's facts, of which the ids of its fields are made. */
export const editFormId = "package";

/** The edit page at one of its fields. */
export function editFieldPath(id: string, field: EditedField): string {
  return `${href("/packages/:packageId/edit", { packageId: id })}#${editFormId}-${field}`;
}

/** Times within which offers are due. */
const dues = [
  { value: "all", label: "All" },
  { value: "1w", label: "In 1 week" },
  { value: "2w", label: "In 2 weeks" },
  { value: "1m", label: "In 1 month" },
  { value: "3m", label: "In 3 months" },
];

export const packageList = defineList(
  {
    name: "packages",
    path: packagesPath,
    title: "Properties",
    all: "All properties",
    filters: {
      archived: { read: flag, parameter: "filter[archived]" },
      agent: byAgent,
      client: {
        read: recordIdOrNull,
        parameter: "filter[client_id]",
        label: "Choose client",
        said: "Client",
        pick: { kind: "clients", all: { label: "All clients", line: "All" } },
      },
      fits: { read: recordIdOrNull, parameter: "filter[fits_client_id]" },
      due: {
        read: oneOf(["1w", "2w", "1m", "3m"]),
        parameter: "filter[offer_due_within]",
        label: "Choose stage",
        said: "Offers due",
        options: dues,
        isNamedInside: true,
        isFirst: true,
      },
      tag: byTag,
      type: { read: searchIn, parameter: "filter[house_type]", label: "House type" },
      q: bySearch,
    },
    orders: bothWays(
      { by: "-inserted_at", label: "Newest first" },
      {
        rank: "number",
        property: "street",
        beds: "beds",
        baths: "baths",
        sqft: "sqft",
        area: "area",
        price: "list_price",
        comp: "comp_value",
        due: "offer_due_at",
      },
      {
        due: "Offers due first",
        price: "Lowest list price",
        "-price": "Highest list price",
        "-comp": "Highest comp. value",
        property: "Address",
        area: "Area",
        "-beds": "Most beds",
        "-baths": "Most baths",
        "-sqft": "Largest",
        rank: "Rank",
      },
    ),
    columns: {
      Rank: ["rank", "-rank"],
      Property: ["property", "-property"],
      Beds: ["beds", "-beds"],
      Baths: ["baths", "-baths"],
      Sqft: ["sqft", "-sqft"],
      Area: ["area", "-area"],
      "List price": ["price", "-price"],
      "Comp. value": ["comp", "-comp"],
      "Offers due": ["due", "-due"],
    },
    fitLabel: "Best fit first",
    page: {
      heading: "Opportunities",
      subtitle: "Create property packages to share with clients.",
      toolbar: "Search and filter opportunities",
      search: "Search opportunities",
      plural: "properties",
      create: { may: "packages.create", label: "New opportunity", href: (query) => newPackagePath + query },
      import: { may: "packages.create", path: newImportPath },
      export: { may: "packages.export", path: href("/packages/export.csv") },
    },
  },
  { asked: () => ({ include: "clients" }) },
);

export type PackageListState = StateOf<typeof packageList>;

/** Which pages are shown over the list. */
export const { isOverList, isAlone } = pagesBelow(packagesPath, newPackagePath);

/** Where the page that changes a property's price leads back to. */
export function wayBack(url: URL, id: string): WayBack {
  return wayBackTo(url, packageList, packagePath(id));
}
