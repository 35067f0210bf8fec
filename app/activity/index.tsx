import { ListPage } from "../lists/list-page.tsx";
import { listQuery } from "../lists/list-state.ts";
import { openList, showList } from "../lists/load-list.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { recordFilter } from "../picking/record-filter.tsx";
import { agentOf, identityApiOf, load, requirePermission } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/index";
import { listActivityLog } from "./activity.server.ts";
import { activityList, activityPath } from "./activity-list.ts";
import { ActivityPanel } from "./activity-panel.tsx";

/** The log of the workspace, or of as much of it as the current user may see. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  requirePermission(context, "activity.view", "see the activity of this workspace", {
    label: "Go to dashboard",
    href: "/dashboard",
  });
  const pickers = { person: [identityApiOf(context), pickableColleagues] as const };
  const list = await openList(context, activityList, url, { pickers });
  const activity = await load(listActivityLog(list.api, list.state, agent.workspace.timeZone ?? "UTC"));
  return {
    list: {
      ...(await showList(context, list, { words: { opportunity: "One opportunity" } })),
      subtitle: `Everything that changed in ${agent.workspace.name}`,
    },
    activity,
  };
}

export default function ActivityLog({ loaderData: { list, activity } }: Route.ComponentProps) {
  return (
    <ListPage list={list} recordFilter={recordFilter}>
      {list.state.opportunity === null ? null : (
        <Notice>
          Showing activity for one opportunity.{" "}
          <a href={activityPath + listQuery({ ...list.state, opportunity: null })}>Show all activity</a>
        </Notice>
      )}
      <Sheet>
        <ActivityPanel
          activity={{ ok: true, data: activity }}
          here={activityPath}
          none="No activity matches these filters."
        />
      </Sheet>
    </ListPage>
  );
}
