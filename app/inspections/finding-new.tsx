import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/finding-new";
import { FindingForm } from "./finding-fieldset.tsx";
import { findingForm } from "./finding-form.ts";
import { inspectionsPath } from "./inspection-paths.ts";
import { createFinding, findTotals } from "./inspections.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, listPrice } = await loadPackageFor("update", context, params.packageId);
  const { low } = await load(findTotals(apiOf(context), id));
  // Costs are added up, so that all findings of a package are in one currency.
  return { id, street, currency: low?.currency ?? listPrice?.currency ?? "USD", start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const form = await readForm(request, findingForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  return writeForm<typeof form.value, never>(context, form, async ({ key }) => {
    const { id: findingId, title } = await createFinding(apiOf(context), id, form.value, key);
    return { location: inspectionsPath(id, `#finding-${findingId}`), toast: `Added: ${title}.` };
  });
}

export default function NewFinding({ loaderData: { id, street, currency, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage item={{ id, street }} title="Add finding" subtitle="Something about the property to decide on.">
      <FindingForm
        start={start}
        reply={actionData}
        initial={{ currency }}
        send="Add finding"
        cancel={inspectionsPath(id)}
      />
    </PackagePage>
  );
}
