import { startForm, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import type { Route } from "./+types/comparable-new";
import { comparableForm } from "./comparable.ts";
import { ComparableForm } from "./comparable-form.tsx";
import { addComparable } from "./comparables.server.ts";
import { loadPackageFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, comparables, listPrice } = await loadPackageFor("update", context, params.packageId);
  const known = comparables[0]?.soldPrice ?? listPrice;
  const { currency } = typedMoney(known);
  return { item: { id, street }, currency, currencies: currencyChoices(known), start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, comparableForm, async ({ api, value, key }) => {
    const { address } = await addComparable(api, id, value, key);
    return { location: packagePath(id), toast: `Comparable added: ${address}.` };
  });
}

export default function NewComparable({ loaderData, actionData }: Route.ComponentProps) {
  const { item, currency, currencies, start } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Add a comparable"
      subtitle="A property like this one, and what it was sold for. The comp. value follows from these."
    >
      <ComparableForm
        start={start}
        reply={actionData}
        initial={{ address: "", soldPrice: { amount: "", currency }, sqft: "", soldOn: "", url: "" }}
        currencies={currencies}
        send="Add comparable"
        cancel={packagePath(item.id)}
      />
    </PackagePage>
  );
}
