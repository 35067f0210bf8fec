/**
 * Whether a person asked for a page by a click, a form or the address bar: what fetches by itself (scanners, previews, prefetching, the
 * parts of a large file) says otherwise, or says nothing. Old browsers do not say; those count when they come from our own page.
 */
export function isAskedByPerson({ method, headers, url }: Pick<Request, "method" | "headers" | "url">): boolean {
  if (method !== "GET" || headers.has("range")) return false;
  if (headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz")) return false;
  const site = headers.get("sec-fetch-site");
  if (site === null) return originOf(headers.get("referer")) === new URL(url).origin;
  // Browsers say so of navigations alone.
  return (site === "same-origin" || site === "none") && headers.get("sec-fetch-user") === "?1";
}

function originOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).origin : null;
}
