import { listActivities } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { settle } from "../json-api/settle.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { Deferred } from "../ui/deferred.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tile, Tiles } from "../ui/tile.tsx";
import type { Route } from "./+types/index";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard · Latchkey" }];

const path = "/dashboard";
const latest = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { person, workspace, counts } = agentOf(context);
  return {
    firstName: person.firstName,
    workspace: workspace.name,
    clients: counts.clients,
    activity: settle(listActivities(apiOf(context), { clientId: null, path, size: latest })),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, workspace, clients, activity } = loaderData;
  return (
    <Page>
      <PageHead title={firstName === "" ? "Welcome!" : `Welcome, ${firstName}!`} subtitle={workspace} />
      <Tiles>
        <Tile label="Clients" value={formatNumber(clients)} href="/clients/" />
      </Tiles>
      <Sheet title="Latest activity">
        <Deferred value={activity} pending={<Skeleton lines={6} />}>
          {(settled) => <ActivityPanel activity={settled} here={path} isWhole={false} />}
        </Deferred>
      </Sheet>
    </Page>
  );
}
