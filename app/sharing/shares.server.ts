import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { allFolders } from "../documents/folders.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, failedCall, mapFieldErrors, orNull } from "../json-api/api-error.ts";
import { joinIds } from "../json-api/id-list.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { loadPackage, ofPackage } from "../packages/load-package.server.ts";
import { findPackage } from "../packages/packages.server.ts";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { momentAt } from "../ui/clock.server.ts";
import type { Choice } from "../ui/options.tsx";
import { type PackageChoice, packageChoiceAttributes, type SharedPackages } from "./package-share.ts";
import {
  type ChangedLink,
  linkAttributes,
  linkPath,
  type NewLink,
  type SharedWith,
  type ShareLink,
} from "./share-link.ts";

/** The calls about links to packages: the only file that names their JSON:API types. */

const shareLink = resource("share_link", linkAttributes);

const saving = "Failed to save the link";

/** A page of a package's links, the newest first. */
export function listLinks(api: Api, packageId: string, requestedPage: RequestedPage): Promise<FoundPage<ShareLink>> {
  const query = { "filter[package_id]": packageId };
  return findPage(requestedPage, (cursor) => api.list("/share_links", shareLink, { query: { ...query, ...cursor } }));
}

/** @throws ApiError "missing" */
function findLink(api: Api, id: string): Promise<ShareLink> {
  return api.find(path`/share_links/${id}`, shareLink);
}

/** The end of a day in a time zone; null for none. @throws ApiError "invalid" for a day that doesn't exist */
function endOf(day: string | null, timeZone: string): string | null {
  if (day === null) return null;
  const moment = momentAt(`${day}T23:59`, timeZone);
  if (moment !== null) return moment;
  const fields = { endsOn: ["That day doesn't exist."] };
  throw new ApiError(saving, "invalid", failedCall({ reason: "no such day" }), fields);
}

/**
 * Creates a link. Its token is given only here.
 * @param timeZone in which its last day ends
 * @returns null where the service created it without saying more
 * @throws ApiError "invalid" with fields, as when the plan allows no more links; "forbidden", "missing"
 */
export function createLink(
  api: Api,
  packageId: string,
  { endsOn, ...typed }: NewLink,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<ShareLink | null> {
  return mapFieldErrors(fieldOf, async () => {
    const attributes = { packageId, ...typed, expiresAt: endOf(endsOn, timeZone) };
    return api.create("/share_links", shareLink, attributes, { key });
  });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateLink(
  api: Api,
  link: Pick<ShareLink, "id" | "clientId">,
  { endsOn, passcode, removesPasscode, folderIds, includesUnfiled, includesReleased, ...typed }: ChangedLink,
  { timeZone, ...terms }: ChangeTerms & { readonly timeZone: string },
): Promise<void> {
  await mapFieldErrors(fieldOf, async () => {
    const attributes = {
      ...typed,
      expiresAt: endOf(endsOn, timeZone),
      // A client's link shows the documents visible to clients, in any folder, and whatever was released.
      ...(link.clientId === null ? { folderIds, includesUnfiled, includesReleased } : {}),
      ...(passcode === null ? (removesPasscode ? { passcode: null } : {}) : { passcode }),
    };
    const changed = changedAttributes(attributes, terms.isChanged, fieldsOf);
    await api.update(path`/share_links/${link.id}`, shareLink, link.id, changed, terms);
  });
}

/** The fields of the form that an attribute is made of, where they are not called like it. */
const fieldsOf = { expiresAt: ["endsOn"], passcode: ["passcode", "removesPasscode"] };

/** Revokes a link; again is a no-op. @throws ApiError "forbidden", "missing" */
export async function revokeLink(api: Api, id: string, key: string): Promise<void> {
  await api.act(path`/share_links/${id}/revocation`, shareLink, {}, { key });
}

const links = z.optional(z.array(z.object({ id: z.string() })));

/** Shares a package with clients, who are emailed. @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function shareWithClients(
  api: Api,
  packageId: string,
  { invites, ...typed }: SharedWith,
  key: string,
): Promise<void> {
  // A service without a portal knows no invitations.
  const input = { ...typed, ...(invites && { invites }) };
  await api.act(path`/packages/${packageId}/client_shares`, links, input, { type: "client_share", key });
}

const packageChoice = resource("package_choice", packageChoiceAttributes);

/** What a client would see of properties. @throws ApiError "missing" */
export async function findPackageChoice(
  api: Api,
  clientId: string,
  ids: readonly string[],
): Promise<readonly PackageChoice[]> {
  const query = { package_ids: joinIds(ids) };
  return (await api.find(path`/clients/${clientId}/package_choice`, packageChoice, { query })).packages;
}

/** Shares properties with a client, who is emailed once. @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function sharePackages(
  api: Api,
  clientId: string,
  { invites, ...typed }: SharedPackages,
  key: string,
): Promise<void> {
  const input = { ...typed, ...(invites && { invites }) };
  await mapFieldErrors(fieldOf, () =>
    api.act(path`/clients/${clientId}/package_shares`, links, input, { type: "package_share", key }),
  );
}

function fieldOf(name: string): string {
  return name === "expiresAt" ? "endsOn" : (name.split("[", 1)[0] ?? "");
}

type Context = Readonly<RouterContextProvider>;

interface LinkParams {
  readonly packageId: string;
  readonly shareId: string;
}

/** The link of a page's address with its package. @throws 404, also for a link to another package */
export async function loadLink(context: Context, params: LinkParams) {
  const [found, link] = await Promise.all([
    loadPackage(context, params.packageId),
    load(findLinkOf(apiOf(context), params)),
  ]);
  return { item: { id: found.id, street: found.street }, timeZone: found.timeZone ?? "UTC", link };
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadLinkFor(action: "update" | "revoke", context: Context, params: LinkParams) {
  const opened = await loadLink(context, params);
  // A revoked link cannot be changed by anyone: who may revoke it is told so, instead of being refused.
  const asked = opened.link.revokedAt === null ? action : "revoke";
  permitted(opened.link, asked, viewOnly("link", linkPath(params.packageId, opened.link.id)));
  return opened;
}

/** The link that a URL names. @throws ApiError; 404 when it belongs to another property */
export async function findLinkOf(api: Api, { packageId, shareId }: LinkParams): Promise<ShareLink> {
  return ofPackage(packageId, await findLink(api, recordId(shareId)));
}

/** The time zone of a package, in which links expire. @throws ApiError "missing" */
export async function loadPackageZone(api: Api, packageId: string): Promise<string> {
  return (await findPackage(api, packageId)).timeZone ?? "UTC";
}

/** All folders of a package to choose from, by their paths; none of a service that has no folders. */
export async function listFolderChoices(api: Api, packageId: string): Promise<readonly Choice[]> {
  const folders = (await orNull(allFolders(() => api, { packageId, clientId: null }))) ?? [];
  return folders
    .map(({ id, name, ancestors }) => ({
      value: id,
      label: [...(ancestors ?? []), { name }].map((step) => step.name).join(" / "),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
}
