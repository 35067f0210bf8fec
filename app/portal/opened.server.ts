import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";
import { type OpenedKind, sendOpening } from "./portal-openings.server.ts";

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

/** Notes that the client's person opened a property or a document. The page does not fail with it, and a look by staff counts as nobody. */
export async function noteOpened(
  context: Readonly<RouterContextProvider>,
  request: Request,
  kind: OpenedKind,
  id: string,
): Promise<void> {
  const { api, isView } = portalOf(context);
  if (isView || !isAskedByPerson(request)) return;
  await settle(api, (api) => sendOpening(api, kind, id), logFaults(context));
}
