import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { findPackage } from "../packages/packages.server.ts";
import { apiOf, load, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { linkPath, type ShareLink } from "./share-link.ts";
import { findLink } from "./shares.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Address {
  readonly packageId: string;
  readonly shareId: string;
}

/** The link of a page's address with its package. @throws 404, also for a link to another package */
export async function loadLink(context: Context, { packageId, shareId }: Address) {
  const id = recordId(shareId);
  const [found, link] = await Promise.all([loadPackage(context, packageId), load(findLink(apiOf(context), id))]);
  if (link.packageId !== found.id) throw notFound();
  return { item: { id: found.id, street: found.street }, timeZone: found.timeZone ?? "UTC", link };
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadLinkFor(action: "update" | "revoke", context: Context, address: Address) {
  const opened = await loadLink(context, address);
  // A revoked link has no permissions; its page says that it is revoked.
  if (opened.link.revokedAt === null) {
    permitted(opened.link, action, viewOnly("link", linkPath(address.packageId, opened.link.id)));
  }
  return opened;
}

/** A link to a package. @throws ApiError; 404 for a link to another one */
export async function findLinkTo(api: Api, packageId: string, id: string): Promise<ShareLink> {
  const link = await findLink(api, id);
  if (link.packageId !== packageId) throw notFound();
  return link;
}

/** The time zone of a package, in which links expire. @throws ApiError "missing" */
export async function loadPackageZone(api: Api, packageId: string): Promise<string> {
  return (await findPackage(api, packageId)).timeZone ?? "UTC";
}
