import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-edit";
import { loadTemplateFor } from "./load-task.server.ts";
import { templatesPath } from "./task-list.ts";
import { startOf, templateForm } from "./task-template.ts";
import { type FoundTemplate, findTemplate, knowsDates, updateTemplate } from "./task-templates.server.ts";
import { type TemplateFields, TemplateForm } from "./template-form.tsx";
import { TemplatePage } from "./template-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const template = await loadTemplateFor("update", context, params.taskTemplateId);
  const shown = recordVersion(template, typedOf);
  return { typed: shown.typed, hasDates: knowsDates(template), start: await startForm(context, shown) };
}

function typedOf(found: FoundTemplate): TemplateFields {
  const { title, dueInDays, isVisibleToClient } = found;
  return {
    start: startOf(found),
    title,
    dueInDays: String(Math.abs(dueInDays)),
    direction: dueInDays < 0 ? "before" : "after",
    isVisibleToClient: isVisibleToClient === true ? "on" : "",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskTemplateId);
  return submitForm(
    { request, context },
    templateForm,
    async ({ api, value, ...terms }) => {
      await updateTemplate(api, id, value, terms);
      return { location: templatesPath, toast: "Template updated." };
    },
    async (api) => recordVersion(await findTemplate(api, id), typedOf),
  );
}

export default function EditTaskTemplate({ loaderData: { typed, hasDates, start }, actionData }: Route.ComponentProps) {
  return (
    <TemplatePage title="Edit template" subtitle="Tasks it has already added stay as they are.">
      <TemplateForm start={start} hasDates={hasDates} reply={actionData} initial={typed} send="Save changes" />
    </TemplatePage>
  );
}
