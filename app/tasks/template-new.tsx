import { startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/template-new";
import { templatesBack } from "./load-task.server.ts";
import { templatesPath } from "./task-list.ts";
import { templateForm } from "./task-template.ts";
import { addTemplate, offersDates } from "./task-templates.server.ts";
import { TemplateForm } from "./template-form.tsx";
import { TemplatePage } from "./template-page.tsx";

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "workspace.update", "add task templates", templatesBack);
  const [start, dates] = await Promise.all([
    startForm(context),
    settle(apiOf(context), offersDates, logFaults(context)),
  ]);
  return { start, hasDates: !dates.ok || dates.data };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, templateForm, async ({ api, value, key }) => {
    await addTemplate(api, value, key);
    return { location: templatesPath, toast: "Template added." };
  });
}

const nothing = { start: "", title: "", dueInDays: "", direction: "after", isVisibleToClient: "" };

export default function NewTaskTemplate({ loaderData: { start, hasDates }, actionData }: Route.ComponentProps) {
  return (
    <TemplatePage
      title="New task template"
      subtitle="A task added automatically when an opportunity reaches a stage, or when one of its dates is set."
    >
      <TemplateForm start={start} hasDates={hasDates} reply={actionData} initial={nothing} send="Add template" />
    </TemplatePage>
  );
}
