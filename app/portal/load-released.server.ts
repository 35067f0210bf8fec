import type { RouterContextProvider } from "react-router";
import { type Released, releasedAttributes } from "../client-pages/released.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";

const released = resource("portal_released", releasedAttributes);

/** What the agent has released of a property. @throws ApiError "missing" for one that is not the client's */
async function findReleased(api: Api, id: string): Promise<Released> {
  const failure = "Failed to fetch what was released";
  const { costs, findings, comparables } = await api.find(path`/portal/properties/${id}/released`, released, {
    failure,
  });
  return { costs, findings, comparables };
}

/** The same for a page that can do without. The promise never rejects. */
export function loadReleased(context: Readonly<RouterContextProvider>, id: string): Promise<Settled<Released>> {
  return settle(portalOf(context).api, (api) => findReleased(api, id), logFaults(context));
}
