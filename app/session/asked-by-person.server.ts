import { askedByWorker } from "./asked-by-worker.ts";

/**
 * Whether a person asked for a page by a click, a form or the address bar: what fetches by itself (scanners, previews, prefetching, the
 * parts of a large file) says otherwise, or says nothing. Old browsers do not say; those count when they come from our own page.
 */
export function isAskedByPerson(request: Pick<Request, "method" | "headers" | "url">): boolean {
  const { headers, url } = request;
  const site = headers.get("sec-fetch-site");
  if (site === null) return isPageOnly(request) && originOf(headers.get("referer")) === new URL(url).origin;
  return (site === "same-origin" || site === "none") && isClicked(request);
}

/** The same wherever the link is that a person clicked: also in a mail that another site shows. Old browsers do not count. */
export function isClicked(request: Pick<Request, "method" | "headers">): boolean {
  const { headers } = request;
  // Browsers say so of navigations alone.
  if (!isPageOnly(request)) return false;
  // What the worker asks for anew in place of a click has lost the browser's own word.
  return headers.get("sec-fetch-user") === "?1" || askedByWorker(headers) === "read" || isNavigationOfWebKit(headers);
}

/** Safari and what else WebKit drives never say whether a person asked (https://webkit.org/b/247697): there each navigation counts. */
function isNavigationOfWebKit(headers: Headers): boolean {
  const agent = headers.get("user-agent") ?? "";
  return agent.includes("AppleWebKit/") && !agent.includes("Chrome/") && headers.get("sec-fetch-mode") === "navigate";
}

/** Whether a request reads a page that will be seen: neither a part of a file nor fetched ahead. */
export function isPageOnly(request: Pick<Request, "method" | "headers">): boolean {
  return request.method === "GET" && !request.headers.has("range") && !isFetchedAhead(request);
}

/** Whether a browser asks by itself for a page that somebody may click, or may open later without a connection. */
export function isFetchedAhead({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  if (method !== "GET") return false;
  return (
    askedByWorker(headers) === "copy" ||
    ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => headers.has(name))
  );
}

function originOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).origin : null;
}
