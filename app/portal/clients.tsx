import { Outlet } from "react-router";
import type { PageHandle } from "../entry/page-handle.ts";
import { requireClient } from "../session/guards.server.ts";
import { loadWhole } from "../session/load-whole.server.ts";

export { PortalError as ErrorBoundary } from "./portal-error.tsx";

/** The layout of all pages for clients only. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export const middleware = [loadWhole, requireClient];

/** With a loader here, no page below is answered without the guard. */
export async function loader() {
  return null;
}

export default function Clients() {
  return <Outlet />;
}
