import { href } from "react-router";
/**
 * Where someone goes after signing in. Anyone may have written the link with this value, so it has to be a path on this site,
 * and none that would sign out or lead back to the sign-in pages.
 */

/** With the slash that the links of the specification have. */
export const loginPath = `${href("/login")}/`;

const fallback = href("/dashboard");
const notAgain = /^\/(login|sign-in|sign-out|signed-out|register|verify|password)(\/|$)/i;

/** The path with its query, or "/dashboard" when `next` is missing or does not name a page of this site. */
export function readNextPath(next: string | null | undefined): string {
  return pathOnSite(next) ?? fallback;
}

/** The sign-in page, remembering where its reader wanted to go. */
export function signInPath(next: string | null): string {
  return withNext(loginPath, next);
}

/** Another of the sign-in pages, with the same `next`. */
export function withNext(page: string, next: string | null): string {
  const path = pathOnSite(next);
  return path === null || path === fallback || path === "/" ? page : `${page}?${new URLSearchParams({ next: path })}`;
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

/**
 * The page of this site that a request came from, with its query; null when its Referer names none.
 * @param url the request's own
 */
export function refererPath(request: Request, url: URL): string | null {
  const referer = URL.parse(request.headers.get("Referer") ?? "");
  return referer?.host === url.host ? pathOnSite(referer.pathname + referer.search) : null;
}
