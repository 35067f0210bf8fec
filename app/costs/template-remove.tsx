import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packageCrumbs } from "../packages/package-page.tsx";
import { findPackage } from "../packages/packages.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/template-remove";
import { loadTemplateFor, removeTemplate } from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, template } = await loadTemplateFor("remove", context, params);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, "Remove template"),
    title: `Remove ${template.name}?`,
    subtitle: "No one in your workspace can apply it anymore. Estimates that already use it don't change.",
    send: "Remove template",
    look: "bad",
    cancel: templatesPath(item.id),
    etag: template.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    await findPackage(api, recordId(params.packageId));
    await removeTemplate(api, recordId(params.templateId), { key, etag });
    return { location: templatesPath(params.packageId), toast: "Template removed." };
  });
}
