import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { loadPackage, ofPackage } from "../packages/load-package.server.ts";
import { findPackage } from "../packages/packages.server.ts";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { linkPath, type ShareLink } from "./share-link.ts";
import { findLink } from "./shares.server.ts";

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
