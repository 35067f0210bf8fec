import { href, useLocation } from "react-router";
import { listClientActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { readRequestedPage } from "../json-api/pagination.ts";
import { settle } from "../json-api/settle.ts";
import { clientPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/activity";

/** Deferred: the client is shown before the events are loaded, and when they fail to load. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const requestedPage = readRequestedPage(url.searchParams);
  const timeZone = agentOf(context).workspace.timeZone ?? "UTC";
  const places = { here: clientPath(id), path: href("/clients/:id/activity", { id }) };
  const told = { requestedPage, timeZone, ...places };
  return { activity: settle(apiOf(context), (api) => listClientActivity(api, id, told), logFaults(context)) };
}

export default function ClientActivity({ loaderData }: Route.ComponentProps) {
  const { pathname, search, key } = useLocation();
  return (
    <Sheet>
      <Deferred key={key} value={loaderData.activity} pending={<Skeleton lines={8} />}>
        {(activity) => <ActivityPanel activity={activity} here={pathname + search} />}
      </Deferred>
    </Sheet>
  );
}
