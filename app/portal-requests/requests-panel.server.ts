import type { RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { listOpenOf } from "./portal-requests.server.ts";
import type { RequestRow } from "./requests-panel.tsx";

/** What a client has sent that waits for the agent. The promise never rejects. */
export function fetchRequests(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly RequestRow[]>> {
  return settle(
    apiOf(context),
    async (api) =>
      (await listOpenOf(api, clientId)).map(({ can, etag: _etag, ...request }) => ({
        request,
        canSettle: allows({ can }, "settle"),
      })),
    logFaults(context),
  );
}
