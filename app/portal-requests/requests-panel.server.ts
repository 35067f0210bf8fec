import type { RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { listOpenOf } from "./portal-requests.server.ts";
import type { RequestRow } from "./requests-panel.tsx";
import { suggestedWishes } from "./suggested-wishes.ts";

/** What a client has sent that waits for the agent. The promise never rejects. */
export function fetchRequests(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly RequestRow[]>> {
  return settle(
    apiOf(context),
    async (api) =>
      (await listOpenOf(api, clientId)).map(({ can, etag: _etag, suggestion, ...request }) => ({
        request,
        // Beside what the client saw: the page on which it is accepted shows what the profile holds now.
        wishes: suggestedWishes({ suggestion }, null),
        canSettle: request.kind === "deletion" || allows({ can }, "settle"),
      })),
    logFaults(context),
  );
}
