import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { anonymousApiOf } from "../session/session.server.ts";

/** Our own pages at addresses that may have been a workspace's before. */
const onceHandles = ["/waiting", "/device"];

/** Of the landing page no more than its name and where it is. */
const landingPage = resource("landing_page", { name: z.string(), handle: z.string() });

/**
 * The workspace that once had the address of the page that a visitor has to sign in for, whose clients may still come by it. Null where
 * nobody had it, or nothing can be said.
 */
export async function findFormerWorkspace(context: Readonly<RouterContextProvider>, next: string | null) {
  const address = next?.replace(/\/$/, "") ?? "";
  if (!onceHandles.includes(address)) return null;
  const failure = "Failed to fetch the page";
  try {
    return await anonymousApiOf(context).find(path`/portal/landing_pages/${address.slice(1)}`, landingPage, {
      failure,
    });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
