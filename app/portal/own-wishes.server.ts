import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { type OwnWishes, ownWishesAttributes, type wishesForm } from "./own-wishes.ts";
import { portalOf } from "./portal.server.ts";

/** The calls for clients about what they look for: the only file that names their JSON:API type. */

const wishes = resource("portal_buyer_profile", ownWishesAttributes);

/** @throws ApiError "missing" where the service has no such calls */
export function findWishes(api: Api): Promise<RecordOf<typeof wishes>> {
  return api.find("/portal/buyer_profile", wishes, { failure: "Failed to fetch what you are looking for" });
}

/** The same for the page of a person's own details, which does without. The promise never rejects. */
export function loadWishes(context: Readonly<RouterContextProvider>): Promise<Settled<OwnWishes>> {
  return settle(
    portalOf(context).api,
    async (api) => {
      const { can: _can, etag: _etag, ...own } = await findWishes(api);
      return own;
    },
    logFaults(context),
  );
}

/**
 * Suggests what the agent should change in the buyer profile, in the place of what was suggested before.
 * @returns whether anything is suggested then
 * @throws ApiError "stale" when profile or suggestion have changed, "invalid" with fields
 */
export async function suggestWishes(
  api: Api,
  given: z.output<typeof wishesForm>,
  { key, etag }: { readonly key: string; readonly etag: string | null },
): Promise<boolean> {
  const options = { method: "PATCH", key, etag, failure: "Failed to send your changes" } as const;
  const own = await api.act("/portal/buyer_profile", wishes, { ...given }, options);
  return own === null || own.suggestion !== null;
}
