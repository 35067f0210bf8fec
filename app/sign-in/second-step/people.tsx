import { Outlet } from "react-router";
import type { PageHandle } from "../../entry/page-handle.ts";
import { requireAgent } from "../../session/guards.server.ts";
import { loadWhole } from "../../session/load-whole.server.ts";

export { RouteError as ErrorBoundary } from "../../ui/error-view.tsx";

/**
 * The layout of what staff may do who are shut out of their workspace: set up two-step sign-in, or switch to another workspace.
 * Nothing below shows anything of a workspace but its name.
 */

export const handle: PageHandle = { scripts: "none" };

export const middleware = [requireAgent, loadWhole];

export async function loader() {
  return null;
}

export default function People() {
  return <Outlet />;
}
