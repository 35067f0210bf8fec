import { startForm, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { typedMoney } from "../ui/money-values.ts";
import type { Route } from "./+types/comparable-new";
import { comparableForm } from "./comparable.ts";
import { ComparableForm } from "./comparable-form.tsx";
import { createComparable } from "./comparables.server.ts";
import { loadPackageFor } from "./load-package.server.ts";
import { comparablesPath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, comparables, listPrice } = await loadPackageFor("update", context, params.packageId);
  const { currency } = typedMoney(comparables[0]?.soldPrice ?? listPrice);
  return { item: { id, street }, initial: { soldPrice: { amount: "", currency } }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const packageId = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, comparableForm, async ({ api, value, key }) => {
    await createComparable(api, packageId, value, key);
    return { location: comparablesPath(packageId), toast: `Comparable added: ${value.address}.` };
  });
}

export default function NewComparable({ loaderData: { item, ...form }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title="Add a comparable"
      subtitle="Add a similar sold property. Comp. value is calculated from these."
    >
      <ComparableForm {...form} reply={actionData} send="Add comparable" cancel={comparablesPath(item.id)} />
    </PackagePage>
  );
}
