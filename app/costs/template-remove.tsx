import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { PackageConfirmation } from "../packages/package-page.tsx";
import { findPackage } from "../packages/packages.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-remove";
import { removeTemplate } from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";
import { loadTemplateFor } from "./load-costs.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, template } = await loadTemplateFor("remove", context, params);
  return { item, title: `Remove ${template.name}?`, start: await startForm(context, { etag: template.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await findPackage(api, recordId(params.packageId));
    await removeTemplate(api, recordId(params.templateId), { key, etag });
    return { location: templatesPath(params.packageId), toast: "Template removed." };
  });
}

export default function RemoveTemplate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation
      {...loaderData}
      subtitle="No one in your workspace can apply it anymore. Estimates that already use it don't change."
      reply={actionData}
      send="Remove template"
      look="bad"
      cancel={templatesPath(loaderData.item.id)}
    />
  );
}
