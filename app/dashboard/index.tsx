import { href } from "react-router";
import { listLatestActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { settle } from "../json-api/settle.ts";
import type { Agent } from "../session/current-user.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Page, PageHead, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tile, Tiles } from "../ui/tile.tsx";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/index";
import { AttentionPanel, AttentionRows, type Panel } from "./attention-panel.tsx";
import { loadGroups, loadRequests } from "./load-panels.server.ts";

const path = href("/dashboard");
const latest = 8;

/** Each panel is a promise of its own, so that a slow or failing one holds up neither the others nor the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const { person, workspace, counts } = agent;
  const api = apiOf(context);
  const present = { now: new Date(), timeZone: workspace.timeZone ?? "UTC", me: person.id };
  const onFault = logFaults(context);
  return {
    firstName: person.firstName,
    workspace: workspace.name,
    counts,
    ...loadGroups(api, present, listUnfinished(context), onFault),
    asked: loadRequests(api, present, onFault),
    activity: agent.can("activity.view")
      ? settle(api, (api) => listLatestActivity(api, latest, present.timeZone), onFault)
      : null,
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, workspace, counts, asked, activity, ...panels } = loaderData;
  return (
    <Page>
      <PageHead
        documentTitle="Dashboard"
        title={firstName === "" ? "Welcome!" : `Welcome, ${firstName}!`}
        subtitle={workspace}
      />
      <Counts {...counts} />
      <div className="grid gap-2">
        <Split aside={<RequestsPanel asked={asked} />}>
          <AttentionPanel panels={panels} here={path} />
        </Split>
        {activity === null ? null : (
          <Sheet title="Latest activity" action={<LinkButton href={href("/activity")}>All activity</LinkButton>}>
            <Deferred value={activity} pending={<Skeleton lines={6} />}>
              {(settled) => <ActivityPanel activity={settled} here={path} isBrief />}
            </Deferred>
          </Sheet>
        )}
      </div>
    </Page>
  );
}

/** Each count links to the list that it counts. */
function Counts({ openDeals, clients }: Agent["counts"]) {
  if (openDeals === null && clients === null) return null;
  return (
    <Tiles>
      {openDeals === null ? null : (
        <Tile label="Open deals" value={formatNumber(openDeals)} href={`${href("/opportunities")}?stage=active`} />
      )}
      {clients === null ? null : <Tile label="Clients" value={formatNumber(clients)} href={`${href("/clients")}/`} />}
    </Tiles>
  );
}

function RequestsPanel({ asked }: { asked: Panel }) {
  return (
    <Sheet title="Property requests">
      <Deferred value={asked} pending={<Skeleton lines={4} />}>
        {(settled) =>
          settled.ok && settled.data.items.length === 0 ? (
            <EmptyState>No clients are waiting to see a property.</EmptyState>
          ) : (
            <div className={settled.ok ? undefined : "pad"}>
              <AttentionRows label="Property requests" settled={settled} here={path} />
            </div>
          )
        }
      </Deferred>
    </Sheet>
  );
}
