import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError, failedCall, mapFieldErrors } from "../json-api/api-error.ts";
import { joinIds } from "../json-api/id-list.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { momentAt } from "../ui/clock.server.ts";
import { type PackageChoice, packageChoiceAttributes, type SharedPackages } from "./package-share.ts";
import { type ChangedLink, linkAttributes, type NewLink, type SharedWith, type ShareLink } from "./share-link.ts";

/** The calls about links to packages: the only file that names their JSON:API types. */

const shareLink = resource("share_link", linkAttributes);

const fetching = "Failed to fetch data";
const saving = "Failed to save the link";

/** A page of a package's links, the newest first. */
export function listLinks(api: Api, packageId: string, requestedPage: RequestedPage): Promise<FoundPage<ShareLink>> {
  const query = { "filter[package_id]": packageId };
  return findPage(requestedPage, (cursor) =>
    api.list("/share_links", shareLink, { query: { ...query, ...cursor }, failure: fetching }),
  );
}

/** @throws ApiError "missing" */
export function findLink(api: Api, id: string): Promise<ShareLink> {
  return api.find(path`/share_links/${id}`, shareLink, { failure: fetching });
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
    return api.create("/share_links", shareLink, attributes, { key, failure: saving });
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
    await api.update(path`/share_links/${link.id}`, shareLink, link.id, changed, { ...terms, failure: saving });
  });
}

/** The fields of the form that an attribute is made of, where they are not called like it. */
const fieldsOf = { expiresAt: ["endsOn"], passcode: ["passcode", "removesPasscode"] };

/** Revokes a link; again is a no-op. @throws ApiError "forbidden", "missing" */
export async function revokeLink(api: Api, id: string, key: string): Promise<void> {
  await api.act(path`/share_links/${id}/revocation`, shareLink, {}, { key, failure: "Failed to revoke the link" });
}

const links = z.optional(z.array(z.object({ id: z.string() })));

/** Shares a package with clients, who are emailed. @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function shareWithClients(
  api: Api,
  packageId: string,
  { invites, ...typed }: SharedWith,
  key: string,
): Promise<void> {
  const failure = "Failed to share the property";
  // A service without a portal knows no invitations.
  const input = { ...typed, ...(invites && { invites }) };
  await api.act(path`/packages/${packageId}/client_shares`, links, input, { type: "client_share", key, failure });
}

const packageChoice = resource("package_choice", packageChoiceAttributes);

/** What a client would see of properties. @throws ApiError "missing" */
export async function findPackageChoice(
  api: Api,
  clientId: string,
  ids: readonly string[],
): Promise<readonly PackageChoice[]> {
  const query = { package_ids: joinIds(ids) };
  return (await api.find(path`/clients/${clientId}/package_choice`, packageChoice, { query, failure: fetching }))
    .packages;
}

/** Shares properties with a client, who is emailed once. @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function sharePackages(
  api: Api,
  clientId: string,
  { invites, ...typed }: SharedPackages,
  key: string,
): Promise<void> {
  const failure = "Failed to share the properties";
  const input = { ...typed, ...(invites && { invites }) };
  await mapFieldErrors(fieldOf, () =>
    api.act(path`/clients/${clientId}/package_shares`, links, input, { type: "package_share", key, failure }),
  );
}

function fieldOf(name: string): string {
  return name === "expiresAt" ? "endsOn" : (name.split("[", 1)[0] ?? "");
}
