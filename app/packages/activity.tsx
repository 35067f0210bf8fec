import { href, useLocation } from "react-router";
import { listPackageActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { readRequestedPage } from "../json-api/pagination.ts";
import { settle } from "../json-api/settle.ts";
import { packagePath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/activity";
import { usePropertyAside } from "./property-aside.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Deferred: the property is shown before the events are loaded, and when they fail to load. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const requestedPage = readRequestedPage(url.searchParams);
  const timeZone = agentOf(context).workspace.timeZone ?? "UTC";
  const places = { here: packagePath(id), path: href("/packages/:packageId/activity", { packageId: id }) };
  const told = { requestedPage, timeZone, ...places };
  return { activity: settle(apiOf(context), (api) => listPackageActivity(api, id, told), logFaults(context)) };
}

export default function PackageActivity({ loaderData }: Route.ComponentProps) {
  const { pathname, search, key } = useLocation();
  const { details, team } = usePropertyAside();
  return (
    <Split
      aside={
        <>
          {details}
          {team}
        </>
      }
    >
      <Deferred key={key} value={loaderData.activity} pending={<Skeleton lines={8} />}>
        {(activity) => <ActivityPanel activity={activity} here={pathname + search} />}
      </Deferred>
    </Split>
  );
}
