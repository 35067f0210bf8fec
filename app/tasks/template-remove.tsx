import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-remove";
import { loadTemplateFor } from "./load-task.server.ts";
import { templatesPath } from "./task-list.ts";
import { removeTemplate } from "./task-templates.server.ts";
import { TemplatePage } from "./template-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { title, etag } = await loadTemplateFor("remove", context, params.taskTemplateId);
  return { title, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskTemplateId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await removeTemplate(api, id, { key, etag });
    return { location: templatesPath, toast: "Template removed." };
  });
}

export default function RemoveTaskTemplate({ loaderData: { title, start }, actionData }: Route.ComponentProps) {
  return (
    <TemplatePage title="Remove this template?" subtitle={`${title}. Tasks it has already added stay.`}>
      <Confirmation start={start} reply={actionData} send="Remove template" look="bad" cancel={templatesPath} />
    </TemplatePage>
  );
}
