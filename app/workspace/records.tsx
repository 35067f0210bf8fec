import { Outlet, useMatches } from "react-router";
import { requireRecords } from "../session/guards.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { kept: true };

export const middleware = [requireRecords];

/** With a loader here, no page below is answered without the guard. */
export async function loader() {
  return null;
}

/** The page of another record begins anew: what is typed about one must not stand in the form of the other. */
export default function Records() {
  const matches = useMatches();
  const page = matches[matches.findIndex(({ id }) => id === "workspace/records") + 1];
  return <Outlet key={page?.pathname.replace(/\/$/, "")} />;
}
