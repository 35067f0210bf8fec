import { Outlet } from "react-router";
import { requireRecords } from "../session/guards.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const middleware = [requireRecords];

/** With a loader here, no page below is answered without the guard. */
export async function loader() {
  return null;
}

export default function Records() {
  return <Outlet />;
}
