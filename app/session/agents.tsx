import { Outlet } from "react-router";
import { requireAgent } from "./guards.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The layout of everything that only staff may enter. */

export const middleware = [requireAgent];

/** With a loader here, no answer below comes without the guard having run. */
export async function loader() {
  return null;
}

export default function Agents() {
  return <Outlet />;
}
