import { ListPage } from "../lists/list-page.tsx";
import { listQuery, readList, usedFilters } from "../lists/list-state.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import { agentOf, apiOf, identityApiOf, load, logFaults, requirePermission } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/index";
import { listActivityLog } from "./activity.server.ts";
import { activityList, activityPath, listState, personFilter, topicLabels } from "./activity-list.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { LogFilters } from "./log-filters.tsx";

/** The log of the workspace, or of as much of it as the current user may see. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  requirePermission(context, "activity.view", "see the activity of this workspace", {
    label: "Go to dashboard",
    href: "/dashboard",
  });
  const api = apiOf(context);
  const views = loadViews(context, activityList);
  const person = await findFilter(identityApiOf(context), pickableColleagues, url, personFilter, logFaults(context));
  const state = { ...readList(listState, url.searchParams), person: person.id };
  const activity = await load(listActivityLog(api, state, agent.workspace.timeZone ?? "UTC"));
  return {
    state,
    activity,
    workspace: agent.workspace.name,
    person: await person.shown,
    saved: (await views)(listQuery(state)),
  };
}

const topics = [
  { value: "", label: "All activity" },
  ...Object.entries(topicLabels).map(([value, label]) => ({ value, label })),
];

export default function ActivityLog({
  loaderData: { state, activity, person, saved, workspace },
}: Route.ComponentProps) {
  return (
    <ListPage
      path={activityPath}
      title="Activity"
      subtitle={`Everything that changed in ${workspace}`}
      label="Filter activity"
      saved={saved}
      used={usedFilters(activityPath, state, {
        person: person.chosen === null ? null : `Person: ${person.chosen.name}`,
        kind: labelIn(topics, state.kind),
        opportunity: "One opportunity",
      })}
      filters={
        <>
          {state.opportunity === null ? null : <input type="hidden" name="opportunity" value={state.opportunity} />}
          <LogFilters path={activityPath} state={state} person={person} topics={topics} />
        </>
      }
    >
      <FilterQuestion filter={person} hrefOf={(id) => activityPath + listQuery({ ...state, person: id })} />
      {state.opportunity === null ? null : (
        <Notice>
          Showing activity for one opportunity.{" "}
          <a href={activityPath + listQuery({ ...state, opportunity: null })}>Show all activity</a>
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
