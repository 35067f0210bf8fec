import { Outlet } from "react-router";
import { requireAgent, requireOpenWorkspace } from "./guards.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The layout of all pages for staff only. */

export const middleware = [requireAgent, requireOpenWorkspace];

/** With a loader here, no page below is answered without the guard. */
export async function loader() {
  return null;
}

export default function Agents() {
  return <Outlet />;
}
