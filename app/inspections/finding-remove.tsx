import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { PackageConfirmation } from "../packages/package-page.tsx";
import type { Route } from "./+types/finding-remove";
import { inspectionsPath, removalWords } from "./inspection.ts";
import { removeFinding } from "./inspections.server.ts";
import { findFindingOf, loadFindingFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("remove", context, params);
  const page = { item, subtitle: finding.title, cancel: inspectionsPath(item.id) };
  return { words: removalWords(finding), ...page, start: await startForm(context, { etag: finding.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const finding = await findFindingOf(api, params);
    await removeFinding(api, finding.id, { key, etag });
    const location = inspectionsPath(params.packageId) + (finding.isProposed ? "#proposed" : "");
    return { location, toast: `${removalWords(finding).done}: ${finding.title}.` };
  });
}

export default function RemoveFinding({ loaderData: { words, ...page }, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation {...page} title={words.title} reply={actionData} send={words.send} look="bad">
      <p className="mb-2">{words.text}</p>
    </PackageConfirmation>
  );
}
