import type { RouterContextProvider } from "react-router";
import { loadPackage, loadPackageFor } from "../packages/load-package.server.ts";
import { apiOf, load, loadOffered, permitted, recordId } from "../session/session.server.ts";
import { type FoundEstimate, type FoundTemplate, findEstimate, findTemplate, listTemplates } from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";

type Context = Readonly<RouterContextProvider>;

/** The estimate of a package; null for none. @throws 501 */
export function loadEstimate(context: Context, packageId: string): Promise<FoundEstimate | null> {
  return loadOffered(findEstimate(apiOf(context), packageId), "The connected service doesn't store estimated costs.");
}

/** The workspace's templates. @throws 501 */
export function loadTemplates(context: Context): Promise<readonly FoundTemplate[]> {
  const templates = listTemplates(apiOf(context));
  return loadOffered(templates, "The connected service doesn't store templates for estimated costs.");
}

/** The template and the property that a URL names. @throws 404 */
async function openTemplate(context: Context, packageId: string, templateId: string) {
  const id = recordId(templateId);
  const [found, template] = await Promise.all([
    loadPackage(context, packageId),
    load(findTemplate(apiOf(context), id)),
  ]);
  return { item: { id: found.id, street: found.street }, template };
}

/** The same for a page that changes the template. @throws 403 for those who may only apply it */
export async function loadTemplateFor(
  action: "update" | "remove",
  context: Context,
  { packageId, templateId }: { readonly packageId: string; readonly templateId: string },
): Promise<{ item: { id: string; street: string }; template: FoundTemplate }> {
  const opened = await openTemplate(context, packageId, templateId);
  permitted(opened.template, action, {
    refused: "You can apply this template, but not change it.",
    who: "Owners, admins and managers can, and so can the person who added it.",
    back: { label: "Back to cost templates", href: templatesPath(packageId) },
  });
  return opened;
}

/** The package of a page that edits its estimate. @throws 404, 403 */
export function loadPackageForCosts(context: Context, id: string) {
  return loadPackageFor("update", context, id);
}
