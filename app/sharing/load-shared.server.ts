import { data, href, type RouterContextProvider, redirect } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { upstreamContext } from "../session/context.ts";
import { connectAs } from "../session/current-user.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { load, notFound } from "../session/session.server.ts";
import type { Viewing } from "./shared.server.ts";
import type { LinkEnd } from "./shared-property.ts";

type Context = Readonly<RouterContextProvider>;

const cookie = "lk_viewing";

/** The records' API without a session: a visitor gets what the link's own secret opens, and no token of ours. */
export function sharingApiOf(context: Context): Api {
  const records = { ...context.get(upstreamContext).records, fixedToken: null };
  return connectAs(context, records, { token: null, workspaceId: null });
}

/** Whether a text has the form of a link's token. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The token of a link's URL. @throws 404 for what cannot be one */
export function linkToken(text: string): string {
  if (!isLinkToken(text)) throw notFound();
  return text;
}

/** The viewing of this link in this browser; null when it was not opened here. */
export function viewingOf(context: Context, token: string): Viewing | null {
  const viewing = context.get(requestSessionContext).readPathCookie(cookie);
  return viewing === null ? null : { token, viewing };
}

/** Remembers a viewing in a cookie for the pages of this link alone. @param life in milliseconds */
export function keepViewing(context: Context, { token, viewing }: Viewing, life: number): void {
  context.get(requestSessionContext).setPathCookie(cookie, viewing, href("/shared/:token", { token }), life / 1000);
}

/**
 * Loads something of an opened link. Without a viewing, with one that has expired, and for a link that no longer works it
 * redirects to the link's first page.
 */
export async function loadShared<Data>(
  context: Context,
  token: string,
  call: (viewing: Viewing) => Promise<Data>,
): Promise<Data> {
  const viewing = viewingOf(context, token);
  if (viewing === null) throw redirect(href("/shared/:token", { token }), 303);
  try {
    return await call(viewing);
  } catch (error) {
    if (error instanceof ApiError && error.kind === "forbidden") throw data(null, { status: 403 });
    if (!isOver(error)) return load(Promise.reject(error));
    context.get(requestSessionContext).setPathCookie(cookie, "", href("/shared/:token", { token }), 0);
    throw redirect(href("/shared/:token", { token }), 303);
  }
}

function isOver(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "unauthenticated" || error.cause.status === 410);
}

/** Why a link no longer works; null for any other failure. */
export function endOf(error: unknown): LinkEnd | null {
  if (!(error instanceof ApiError)) return null;
  if (error.cause.status === 410) return error.cause.code === "link_expired" ? "expired" : "revoked";
  return error.kind === "missing" ? "unknown" : null;
}
