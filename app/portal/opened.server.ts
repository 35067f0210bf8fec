import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { isAskedByPerson } from "../session/asked-by-person.server.ts";
import { logFaults } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";
import { type OpenedKind, sendOpening } from "./portal-openings.server.ts";

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
