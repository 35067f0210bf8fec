import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { PackageConfirmation } from "../packages/package-page.tsx";
import type { Route } from "./+types/finding-remove";
import { inspectionsPath } from "./inspection.ts";
import { removeFinding } from "./inspections.server.ts";
import { findFindingOf, loadFindingFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("remove", context, params);
  const { title, isProposed, etag } = finding;
  return { item, title, isProposed, cancel: inspectionsPath(item.id), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { id, title, isProposed } = await findFindingOf(api, params);
    await removeFinding(api, id, { key, etag });
    const location = inspectionsPath(params.packageId);
    return isProposed
      ? { location: `${location}#proposed`, toast: `Suggestion dismissed: ${title}.` }
      : { location, toast: `Finding removed: ${title}.` };
  });
}

export default function RemoveFinding({ loaderData, actionData }: Route.ComponentProps) {
  const { title, isProposed, ...page } = loaderData;
  const words = isProposed
    ? {
        title: "Dismiss this suggestion?",
        send: "Dismiss suggestion",
        text: "It won't be suggested again for this version. You can still add it manually.",
      }
    : {
        title: "Remove this finding?",
        send: "Remove finding",
        text: "Its costs no longer count. The activity log keeps a record.",
      };
  return (
    <PackageConfirmation {...page} title={words.title} subtitle={title} reply={actionData} send={words.send} look="bad">
      <p className="mb-2">{words.text}</p>
    </PackageConfirmation>
  );
}
