import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { findPackage } from "../packages/packages.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-removal";
import { removeTemplate } from "./costs.server.ts";
import { costsPath } from "./estimate.ts";
import { loadTemplateFor } from "./load-costs.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, template } = await loadTemplateFor("remove", context, params);
  return { item, name: template.name, start: await startForm(context, { etag: template.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.templateId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await findPackage(api, packageId);
    await removeTemplate(api, id, { key, etag });
    return { location: costsPath(packageId, "templates"), toast: "Template removed." };
  });
}

export default function RemoveTemplate({ loaderData: { item, name, start }, actionData }: Route.ComponentProps) {
  const subtitle = "Nobody of your workspace can apply it any more. Estimates that it was applied to stay as they are.";
  return (
    <PackagePage item={item} title={`Remove ${name}?`} crumb="Remove template" subtitle={subtitle}>
      <Confirmation
        start={start}
        reply={actionData}
        send="Remove template"
        look="bad"
        cancel={costsPath(item.id, "templates")}
      />
    </PackagePage>
  );
}
