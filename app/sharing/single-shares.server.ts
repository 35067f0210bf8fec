import type { RouterContextProvider } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { pickablePackages } from "../picking/pickable-records.server.ts";
import { apiOf } from "../session/session.server.ts";
import { shareWithPath } from "./share-link.ts";

/** Where a service shares one property at a time. */

/** What a call gives; null where the service does not offer it. */
export async function unlessMissing<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "missing") return null;
    throw error;
  }
}

/** The pages that share each of the newest properties, or those of them that were chosen, with a client. */
export async function listSingleShares(
  context: Readonly<RouterContextProvider>,
  clientId: string,
  chosen: readonly string[] | null,
): Promise<readonly { readonly name: string; readonly href: string }[]> {
  const options = await pickablePackages(apiOf(context)).first();
  const meant = options.filter(({ id }) => chosen?.includes(id));
  return (meant.length > 0 ? meant : options).map(({ id, name }) => ({ name, href: shareWithPath(id, [clientId]) }));
}
