import { startForm, submitForm } from "../forms/forms.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/finding-new";
import { FindingForm } from "./finding-form.tsx";
import { findingForm } from "./finding-schema.ts";
import { createFinding, findTotals } from "./inspections.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street, listPrice }, { low }] = await loadBoth(
    loadPackageFor("update", context, id),
    load(findTotals(apiOf(context), id)),
  );
  // Costs are added up, so all findings of a property share one currency.
  const currency = low?.currency ?? listPrice?.currency ?? "USD";
  return { item: { id, street }, initial: { currency }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const packageId = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, findingForm, async ({ api, value, key }) => {
    const created = await createFinding(api, packageId, value, key);
    const place = created === null ? "" : `#finding-${encodeURIComponent(created.id)}`;
    return { location: inspectionsPath(packageId) + place, toast: `Finding added: ${value.title}.` };
  });
}

export default function NewFinding({ loaderData: { item, ...form }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage item={item} title="Add finding" subtitle="Describe an issue and what to do about it.">
      <FindingForm {...form} reply={actionData} send="Add finding" cancel={inspectionsPath(item.id)} />
    </PackagePage>
  );
}
