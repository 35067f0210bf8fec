import { Confirmation, confirmationForm } from "../session/confirmation.tsx";
import { startForm } from "../session/form-start.server.ts";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import type { Route } from "./+types/template-removal";
import { openTemplateFor } from "./opening.server.ts";
import { templatesPath } from "./task-list.ts";
import { removeTemplate } from "./task-templates.server.ts";
import { TemplatePage } from "./template-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Remove template of a task · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { title, etag } = await openTemplateFor("remove", context, params.taskTemplateId);
  return { title, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskTemplateId);
  const form = await readSubmission(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  return sendForm(context, form, async (key) => {
    await removeTemplate(apiOf(context), id, { key, etag: form.version });
    return { location: templatesPath, toast: "Template removed." };
  });
}

export default function RemoveTaskTemplate({ loaderData: { title, start }, actionData }: Route.ComponentProps) {
  return (
    <TemplatePage title="Remove this template?" subtitle={`${title}. Tasks that it has added already stay.`}>
      <Confirmation start={start} reply={actionData} send="Remove template" look="bad" cancel={templatesPath} />
    </TemplatePage>
  );
}
