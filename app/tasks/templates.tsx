import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/templates";
import { formatDays, labelOfStart, startOf, starts } from "./task-template.ts";
import { listTemplates } from "./task-templates.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const templates = await load(listTemplates(apiOf(context)));
  const known = [...new Set<string>([...starts, ...templates.map(startOf)])];
  return {
    mayAdd: agentOf(context).can("workspace.update"),
    groups: known.flatMap((start) => {
      const those = templates.filter((template) => startOf(template) === start);
      return those.length === 0 ? [] : [{ start: labelOfStart(start), templates: those.map(shown) }];
    }),
  };
}

function shown(template: Awaited<ReturnType<typeof listTemplates>>[number]) {
  const { id, title, dueInDays, isVisibleToClient } = template;
  const can = { update: allows(template, "update"), remove: allows(template, "remove") };
  return { id, title, due: formatDays(dueInDays), isVisibleToClient: isVisibleToClient === true, can };
}

type Shown = ReturnType<typeof shown>;

/** The tasks that each stage and each date bring along. */
export default function TaskTemplates({ loaderData: { mayAdd, groups } }: Route.ComponentProps) {
  const add = mayAdd ? (
    <LinkButton href={href("/tasks/templates/new")} look="go">
      New template
    </LinkButton>
  ) : null;
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Tasks", href: tasksPath }, { label: "Templates" }]}
        title="Task templates"
        subtitle="Tasks added automatically when an opportunity reaches a stage, or when one of its dates is set."
      >
        {groups.length === 0 ? null : add}
      </PageHead>
      {groups.length === 0 ? (
        <Sheet>
          <EmptyState action={add}>
            No task templates yet. Each one adds a task when an opportunity reaches a stage, or when one of its dates is
            set.
          </EmptyState>
        </Sheet>
      ) : (
        <div className="grid gap-2">
          {groups.map(({ start, templates }) => (
            <Sheet key={start} title={start}>
              <Rows label={start}>
                {templates.map((template) => (
                  <Row key={template.id}>
                    <Template template={template} />
                    <Verbs template={template} />
                  </Row>
                ))}
              </Rows>
            </Sheet>
          ))}
        </div>
      )}
    </Page>
  );
}

function Template({ template: { title, due, isVisibleToClient } }: { template: Shown }) {
  return (
    <div>
      <b>{title}</b>
      <div className="muted small">
        Due {due}
        {isVisibleToClient ? " · Shown to the client" : ""}
      </div>
    </div>
  );
}

function Verbs({ template: { id, title, can } }: { template: Shown }) {
  return (
    <div className="actions">
      {can.update ? (
        <LinkButton
          href={href("/tasks/templates/:taskTemplateId/edit", { taskTemplateId: id })}
          aria-label={`Edit ${title}`}
        >
          Edit
        </LinkButton>
      ) : null}
      {can.remove ? (
        <LinkButton
          href={href("/tasks/templates/:taskTemplateId/removal", { taskTemplateId: id })}
          look="quiet"
          aria-label={`Remove ${title}`}
        >
          Remove
        </LinkButton>
      ) : null}
    </div>
  );
}
