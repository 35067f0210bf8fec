import { href } from "react-router";
import { changeKey, startForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { tasksPath } from "../record-paths.ts";
import { todayOf } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/show";
import { AboutLink } from "./about-link.tsx";
import { completionPath } from "./completion.tsx";
import { groupLabels } from "./due.ts";
import { loadTask } from "./load-task.server.ts";
import { rowStart, toTaskRow } from "./task-row.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [found, start] = await Promise.all([loadTask(context, params.taskId), startForm(context)]);
  return {
    task: toTaskRow(found, changeKey, todayOf(context)),
    isVisibleToClient: found.isVisibleToClient === true,
    can: { update: allows(found, "update"), remove: allows(found, "remove") },
    start: rowStart(start),
  };
}

export default function TaskDetail({ loaderData: { task, isVisibleToClient, can, start } }: Route.ComponentProps) {
  const isDone = task.doneAt !== null;
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Tasks", href: tasksPath }, { label: task.title }]}
        title={task.title}
        subtitle={groupLabels[task.group]}
      />
      <Sheet>
        <FactList
          facts={[
            { label: "Due", value: task.due ?? "Some day" },
            { label: "Assignee", value: task.assigneeName ?? "Unassigned" },
            ...(task.about === null ? [] : [{ label: "About", value: <AboutLink about={task.about} /> }]),
            ...(task.repeat === null ? [] : [{ label: "Repeat", value: task.repeat }]),
            ...(isVisibleToClient ? [{ label: "Shown to the client", value: "Yes" }] : []),
            ...(isDone ? [{ label: "Done", value: <DateTime value={task.doneAt} form="moment" /> }] : []),
            ...(task.doneByName === null ? [] : [{ label: "Done by", value: task.doneByName }]),
          ]}
        />
      </Sheet>
      <div className="actions mt-2">
        {task.mayComplete ? (
          <PostForm action={completionPath(task.id, isDone)}>
            <FormStart start={{ ...start, key: task.key }} />
            <SubmitButton look={isDone ? "plain" : "go"}>{isDone ? "Reopen" : "Mark as done"}</SubmitButton>
          </PostForm>
        ) : null}
        {can.update ? <LinkButton href={href("/tasks/:taskId/edit", { taskId: task.id })}>Edit</LinkButton> : null}
        {can.remove ? (
          <LinkButton href={href("/tasks/:taskId/removal", { taskId: task.id })} look="quiet">
            Remove
          </LinkButton>
        ) : null}
      </div>
    </Page>
  );
}
