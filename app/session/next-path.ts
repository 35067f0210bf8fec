import { href } from "react-router";
import { type Area, areas } from "./area.ts";

/**
 * Where someone goes after signing in. Anyone may have written the link with this value, so it has to be a path on this site,
 * and none that would sign out or lead back to the sign-in pages.
 */

export const loginPath = areas.staff.login;

/** Where a sign-in goes on whose account has a second step. */
export const secondStepPath = href("/login/second-step");

const notAgain =
  /^\/(client-portal\/)?(login|sign-in|sign-out|signed-out|register|verify|password|invitations?|workspaces)(\/|$)/i;

/** The path with its query, or the area's home when `next` is missing or names no page of that area. */
export function readNextPath(next: string | null | undefined, area: Area = areas.staff): string {
  const path = pathOnSite(next);
  return path !== null && area.owns(pathnameOf(path)) ? path : area.home;
}

/** The sign-in page of an area, remembering where its reader wanted to go. */
export function signInPath(next: string | null, area: Area = areas.staff): string {
  return withNext(area.login, next);
}

/** Another of the sign-in pages, with the same `next`. */
export function withNext(page: string, next: string | null): string {
  const path = pathOnSite(next);
  const isHome = path === "/" || path === areas.staff.home || path === areas.portal.home;
  return path === null || isHome ? page : `${page}?${new URLSearchParams({ next: path })}`;
}

/** A path on this site with its query; null for anything else, and for the sign-in pages. */
export function pathOnSite(next: string | null | undefined): string | null {
  // Browsers take "\" for "/" and drop tabs and line breaks, so "/\evil" and "/<tab>/evil" would leave the site.
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next) || next.length > 2000) return null;
  const base = "http://same.invalid";
  const url = URL.parse(next, base);
  if (url === null || url.origin !== base || url.username !== "" || url.pathname.startsWith("//")) return null;
  if (notAgain.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** The same with the place on the page, as in "#at-1"; a page is gone back to there. */
export function placeOnSite(next: string | null | undefined): string | null {
  const path = pathOnSite(next);
  const [place = ""] = /#[\w-]{1,100}$/.exec(next ?? "") ?? [];
  return path === null ? null : path + place;
}

/**
 * The page of this site that a request came from, with its query; null when its Referer names none.
 * @param url the request's own
 */
export function refererPath(request: Request, url: URL): string | null {
  const referer = URL.parse(request.headers.get("Referer") ?? "");
  return referer?.host === url.host ? pathOnSite(referer.pathname + referer.search) : null;
}

function pathnameOf(path: string): string {
  return path.split("?", 1)[0] ?? path;
}

/** In the query of a page of the portal: the client whose portal it is, for whoever takes part in several. */
export const householdName = "household";

/** The address of a page in the portal of a client. @param address a path on this site */
export function inHousehold(address: string, clientId: string): string {
  const url = new URL(address, "http://same.invalid");
  url.searchParams.set(householdName, clientId);
  return url.pathname + url.search + url.hash;
}

/** The client whose portal an address names; null for an address that names none. */
export function householdNamedIn(address: string | null): string | null {
  return address === null ? null : (URL.parse(address, "http://same.invalid")?.searchParams.get(householdName) ?? null);
}
