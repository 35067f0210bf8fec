import * as z from "zod/mini";
import { typedMoment } from "../forms/typed-moment.server.ts";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { allPages, largePages, type Page } from "../json-api/page.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { changeRecord } from "../json-api/record-calls.ts";
import { many, type RecordOf, resource } from "../json-api/resource.ts";
import { money } from "../json-api/values.ts";
import { withMore } from "../used-words/used-words.ts";
import { comparableResource } from "./comparables.server.ts";
import { type NewPackage, packageAttributes, type TypedFacts } from "./package.ts";
import { type PackageListState, packageList } from "./package-list.ts";
import { photoResource } from "./package-photos.server.ts";
import { releaseAttributes, type TypedRelease } from "./portal-release.ts";

/** The calls about packages: the only file that names their JSON:API types. */

const pairedClient = resource("client", {
  name: z.string(),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
const listPrice = resource("list_price", {
  price: z.nullable(money),
  changedAt: z.string(),
  actorName: z.nullable(z.string()),
});
const packageResource = resource("package", packageAttributes, {
  clients: many(pairedClient),
  listPrices: many(listPrice),
  comparables: many(comparableResource),
  photos: many(photoResource),
});
/** A package with its clients, list prices, comparables and photos, as far as `include` names them. */
export type FoundPackage = RecordOf<typeof packageResource>;

/** A page of packages with their clients. */
export function listPackages(api: Api, state: PackageListState): Promise<FoundPage<FoundPackage>> {
  const query = packageList.parametersOf(state);
  return findPage(state.page, (cursor) => api.list("/packages", packageResource, { query: { ...query, ...cursor } }));
}

const duePackage = resource(
  "package",
  { street: z.string(), timeZone: z.nullable(z.string()), offerDueAt: z.string(), photoUrl: z.nullable(z.string()) },
  {
    clients: many(resource("client", { name: z.string() })),
  },
);
export type DuePackage = RecordOf<typeof duePackage>;

/** The packages with offers due within a week, soonest first. @param most how many */
export function listDue(api: Api, most: number): Promise<Page<DuePackage>> {
  const query = { "filter[offer_due_within]": "1w", sort: "offer_due_at", include: "clients" };
  return api.list("/packages", duePackage, { query: { ...query, ...shortly(most) } });
}

/** For a list that shows only its first records. */
const shortly = (most: number) => ({ "page[limit]": most, "page[count]": false });

/** All packages of a list with their clients, page by page. @param connect called for each page */
export function allPackages(
  connect: () => Api,
  state: PackageListState,
  ids: string | null = null,
): AsyncGenerator<readonly FoundPackage[], void, undefined> {
  const query = { ...packageList.parametersOf(state), "filter[ids]": ids ?? undefined, ...largePages };
  return allPages((cursor) => connect().list("/packages", packageResource, { query: { ...query, ...cursor } }));
}

/** A package with clients, list prices, comparables and photos. @throws ApiError "missing" */
export function findPackage(api: Api, id: string): Promise<FoundPackage> {
  const query = { include: "clients,list_prices,comparables,photos" };
  return api.find(path`/packages/${id}`, packageResource, { query });
}

/** @returns null where the service created it without saying more. @throws ApiError "invalid" with fields, "forbidden" */
export function createPackage(api: Api, typed: NewPackage, key: string): Promise<FoundPackage | null> {
  return mapFieldErrors({ clientId: "client" }, () => api.create("/packages", packageResource, { ...typed }, { key }));
}

/** @throws ApiError "stale" when the package was changed since, "invalid" with fields, "forbidden", "missing" */
export async function updatePackage(api: Api, id: string, typed: TypedFacts, terms: ChangeTerms): Promise<void> {
  const { offerDue, compOverride, compNote, ...more } = typed;
  const { houseType, otherHouseType, tags, usedTags, otherTag, ...rest } = more;
  const { agentName, agentEmail, agentPhoneNumber, agentPhotoUrl, ...facts } = rest;
  const attributes = {
    ...facts,
    ...(houseType === undefined ? {} : { houseType: otherHouseType ?? houseType }),
    ...(tags === undefined ? {} : { tags: withMore(tags, usedTags, otherTag) }),
    offerDueAt: offerDue === null ? null : typedMoment("offerDue", offerDue, facts.timeZone),
    compOverride: compOverride === null ? null : { ...compOverride, note: compNote },
    listingAgent:
      agentName === null
        ? null
        : {
            name: agentName,
            email: agentEmail,
            phoneNumber: agentPhoneNumber,
            ...(agentPhotoUrl === null ? {} : { profilePhotoUrl: agentPhotoUrl }),
          },
  };
  await mapFieldErrors(fieldOf, () =>
    changeRecord(api, path`/packages/${id}`, packageResource, id, attributes, terms, fieldsOf),
  );
}

/** @param listPrice null where it is not known. @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updatePrice(
  api: Api,
  id: string,
  listPrice: FoundPackage["listPrice"],
  terms: ChangeTerms,
): Promise<void> {
  await changeRecord(api, path`/packages/${id}`, packageResource, id, { listPrice }, terms);
}

/** The fields of the form that an attribute is made of, where they are not called like it. */
const fieldsOf = {
  houseType: ["houseType", "otherHouseType"],
  tags: ["tags", "usedTags", "otherTag"],
  offerDueAt: ["offerDue", "timeZone"],
  compOverride: ["compOverride", "compNote"],
  listingAgent: ["agentName", "agentEmail", "agentPhoneNumber", "agentPhotoUrl"],
};

/** The form's field for each attribute whose name differs. */
const formFields: readonly (readonly [attribute: RegExp, field: string])[] = [
  [/^schools\b/, "schools"],
  [/^compOverride\.note$/, "compNote"],
  [/^listingAgent\.email$/, "agentEmail"],
  [/^listingAgent\.phoneNumber$/, "agentPhoneNumber"],
  [/^listingAgent\.profilePhotoUrl$/, "agentPhotoUrl"],
  [/^listingAgent\b/, "agentName"],
];

function fieldOf(name: string): string {
  return formFields.find(([attribute]) => attribute.test(name))?.[1] ?? name;
}

/** Hides a package from the list, and gives its street where the service says it; a second time is a no-op. @throws ApiError "forbidden", "missing" */
export async function archivePackage(api: Api, id: string, key: string): Promise<string | null> {
  return (await api.act(path`/packages/${id}/archival`, packageResource, {}, { key }))?.street ?? null;
}

/** Restores an archived package; restoring twice is a no-op. @throws ApiError "forbidden", "missing" */
export async function restorePackage(api: Api, id: string, key: string): Promise<void> {
  await api.remove(path`/packages/${id}/archival`, { key });
}

const addressed = resource("package", {
  street: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
});
export type PackageAddress = RecordOf<typeof addressed>;
const addressOnly = { "fields[package]": "street,city,state,zip,photo_url" };

/** Addresses of packages: the newest, or those that match `words`. @param most how many */
export async function listAddresses(api: Api, words: string | null, most: number): Promise<readonly PackageAddress[]> {
  const search = words === null ? {} : { "filter[search]": words };
  const query = { ...addressOnly, ...search, "page[limit]": most, "page[count]": false };
  return (await api.list("/packages", addressed, { query })).items;
}

/** A package's address. @throws ApiError "missing" */
export function findAddress(api: Api, id: string): Promise<PackageAddress> {
  return api.find(path`/packages/${id}`, addressed, { query: addressOnly });
}

const release = resource("portal_release", releaseAttributes);
type FoundRelease = RecordOf<typeof release>;

/** @throws ApiError "missing", also where the service has no such switches */
export function findRelease(api: Api, packageId: string): Promise<FoundRelease> {
  return api.find(path`/packages/${packageId}/portal_release`, release);
}

/** @throws ApiError "stale" when it was changed since, "forbidden", "missing" */
export async function updateRelease(
  api: Api,
  packageId: string,
  typed: TypedRelease,
  { isChanged, ...terms }: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ ...typed }, isChanged);
  await api.act(path`/packages/${packageId}/portal_release`, release, changed, terms);
}
