import { allows } from "../json-api/resource.ts";
import { apiOf, logFaults, recordId } from "../session/session.server.ts";
import { newTaskPath } from "../tasks/task-list.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TaskRows } from "../tasks/task-rows.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/after-closing";
import { listOtherDeals } from "./after-closing.server.ts";
import { labelOfStage } from "./deal-labels.ts";
import { clientNameOf } from "./deal-parties.ts";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { afterClosingPath, opportunityPath, stagePath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

/** What a closed deal leaves to tidy up. The address names its property, so that everything is asked for at once. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.opportunityId);
  const packageId = url.searchParams.get("property");
  const [found, { tasks, start }, others] = await Promise.all([
    loadOpportunityFor("move", context, id),
    readTaskPanel(context, { type: "opportunity", id }),
    listOtherDeals(apiOf(context), { id, packageId }, logFaults(context)),
  ]);
  const isSame = found.package?.id === packageId;
  return {
    item: shownItem(found),
    here: afterClosingPath(id, packageId),
    tasks: tasks.ok ? tasks.data.filter(({ doneAt }) => doneAt === null) : [],
    start,
    clientId: found.client?.id ?? null,
    others: (isSame ? others : []).map((other) => ({
      id: other.id,
      client: clientNameOf(other),
      stage: labelOfStage(other.stage),
      mayEnd: allows(other, "move"),
    })),
  };
}

export default function AfterClosing({ loaderData }: Route.ComponentProps) {
  const { item, here, tasks, start, clientId, others } = loaderData;
  const next = clientId === null ? null : newTaskPath({ type: "client", id: clientId });
  return (
    <OpportunityPage
      item={item}
      title="After closing"
      subtitle="What this deal leaves to tidy up. Nothing here is required."
    >
      <div className="grid gap-2">
        <Sheet title="Open tasks of this deal">
          {tasks.length === 0 ? (
            <EmptyState>No open tasks.</EmptyState>
          ) : (
            <TaskRows label="Open tasks" tasks={tasks} start={start} back={here} without="about" />
          )}
        </Sheet>
        <Sheet title="Other deals on this property">
          {others.length === 0 ? (
            <EmptyState>No other client has an open deal on it.</EmptyState>
          ) : (
            <Rows label="Other deals">
              {others.map(({ id, client, stage, mayEnd }) => (
                <Row key={id}>
                  <div>
                    <a className="link" href={opportunityPath(id)}>
                      {client}
                    </a>
                    <div className="muted small">{stage}</div>
                  </div>
                  {mayEnd ? (
                    <LinkButton href={stagePath(id, "lost")} aria-label={`Mark the deal of ${client} as lost`}>
                      Mark as lost
                    </LinkButton>
                  ) : null}
                </Row>
              ))}
            </Rows>
          )}
        </Sheet>
        <div className="actions">
          <LinkButton href={opportunityPath(item.id)} look="go">
            Go to the deal
          </LinkButton>
          {next === null ? null : <LinkButton href={next}>Set the client's next step</LinkButton>}
        </div>
      </div>
    </OpportunityPage>
  );
}
