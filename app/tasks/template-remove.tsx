import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-remove";
import { templatesPath } from "./task-list.ts";
import { templateCrumbs } from "./task-template.ts";
import { loadTemplateFor, removeTemplate } from "./task-templates.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { title, etag } = await loadTemplateFor("remove", context, params.taskTemplateId);
  const question = "Remove this template?";
  return startConfirmation(context, {
    crumbs: templateCrumbs(question),
    title: question,
    subtitle: `${title}. Tasks it has already added stay.`,
    send: "Remove template",
    look: "bad",
    cancel: templatesPath,
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskTemplateId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    await removeTemplate(api, id, { key, etag });
    return { location: templatesPath, toast: "Template removed." };
  });
}
