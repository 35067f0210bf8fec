import { agentOf, apiOf, load, logFaults, requirePermission } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { DayFilter, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import { memberChoices } from "../workspace/members.server.ts";
import type { Route } from "./+types/index";
import { listLog } from "./activity.server.ts";
import { activityPath, readListState, topicLabels, writeListState } from "./activity-list.ts";
import { ActivityPanel } from "./activity-panel.tsx";

/** The log of the workspace, or of as much of it as the current user may see. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  requirePermission(context, "activity.view", "see the activity of this workspace", {
    label: "Go to dashboard",
    href: "/dashboard",
  });
  const api = apiOf(context);
  const state = readListState(url.searchParams);
  const choosing = memberChoices(api, logFaults(context));
  const activity = await load(listLog(api, state, agent.workspace.timeZone ?? "UTC"));
  return { state, activity, members: await choosing, subtitle: agent.workspace.name };
}

const all = { value: "", label: "Everybody" };
const topics = [
  { value: "", label: "Everything" },
  ...Object.entries(topicLabels).map(([value, label]) => ({ value, label })),
];

export default function ActivityLog({ loaderData: { state, activity, members, subtitle } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead title="Activity" subtitle={`What was done at ${subtitle}, by whom, and what it was before`} />
      <Toolbar action={activityPath} label="Filter activity">
        {state.opportunityId === null ? null : <input type="hidden" name="opportunity" value={state.opportunityId} />}
        <SelectFilter name="person" label="Person" options={[all, ...members]} value={state.memberId ?? ""} />
        <SelectFilter name="kind" label="Kind" options={topics} value={state.topic ?? ""} />
        <DayFilter name="from" label="From" value={state.from ?? ""} />
        <DayFilter name="until" label="Until" value={state.until ?? ""} />
      </Toolbar>
      {state.opportunityId === null ? null : (
        <Notice>
          This is the activity of one opportunity.{" "}
          <a href={activityPath + writeListState({ ...state, opportunityId: null })}>Show that of all</a>
        </Notice>
      )}
      <Sheet>
        <ActivityPanel
          activity={{ ok: true, data: activity }}
          here={activityPath}
          none="Nothing happened that fits these filters."
        />
      </Sheet>
    </Page>
  );
}
