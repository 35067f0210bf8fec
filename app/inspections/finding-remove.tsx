import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packageCrumbs } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import type { Route } from "./+types/finding-remove";
import { removalWords } from "./inspection.ts";
import { findFindingOf, loadFindingFor, removeFinding } from "./inspections.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("remove", context, params);
  const { title, text, send } = removalWords(finding);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, send),
    title,
    subtitle: finding.title,
    text,
    send,
    look: "bad",
    cancel: inspectionsPath(item.id),
    etag: finding.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const finding = await findFindingOf(api, params);
    await removeFinding(api, finding.id, { key, etag });
    const location = inspectionsPath(params.packageId) + (finding.isProposed ? "#proposed" : "");
    return { location, toast: `${removalWords(finding).done}: ${finding.title}.` };
  });
}
