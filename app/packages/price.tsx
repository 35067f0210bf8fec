import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { packagesPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import { formatMoney } from "../ui/number-format.ts";
import type { Route } from "./+types/price";
import { loadPackageFor } from "./load-package.server.ts";
import { priceForm } from "./package.ts";
import { wayBack } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { type FoundPackage, findPackage, updatePrice } from "./packages.server.ts";

/** A price that is not known yet begins in the currency of the property's other amounts. */
function typedOf({ listPrice, compValue, compOverride }: FoundPackage) {
  const { currency } = typedMoney(listPrice ?? compValue ?? compOverride);
  return { listPrice: { amount: listPrice?.amount ?? "", currency } };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await loadPackageFor("update", context, params.packageId);
  return {
    item: { id: found.id, street: found.street },
    back: wayBack(url, found.id).back,
    ...(await startChange(context, found, typedOf)),
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm(
    { request, context },
    priceForm,
    async ({ api, value: { listPrice }, ...terms }) => {
      await updatePrice(api, id, listPrice, terms);
      const toast =
        listPrice === null
          ? "List price removed."
          : `List price: ${formatMoney(listPrice.currency, listPrice.amount)}.`;
      return { location: wayBack(url, id).back, toast };
    },
    async (api) => recordVersion(await findPackage(api, id), typedOf),
  );
}

const compared = { "listPrice.amount": "List price", "listPrice.currency": "Currency of the list price" };
const title = "Change list price";

export default function ChangePrice({ loaderData: { item, back, ...form }, actionData }: Route.ComponentProps) {
  const subtitle = "Earlier prices stay on the property's page.";
  const price = (
    <RecordForm
      id="price"
      schema={priceForm}
      {...form}
      reply={actionData}
      compared={compared}
      send="Save price"
      cancel={back}
    >
      {(fields) => {
        const { amount, currency } = fields.listPrice.getFieldset();
        const currencies = currencyChoices(form.initial.listPrice);
        return (
          <MoneyField
            label="List price"
            hint="Leave blank if it isn't known."
            amount={amount}
            currency={currency}
            currencies={currencies}
          />
        );
      }}
    </RecordForm>
  );
  const alone = (
    <PackagePage item={item} title={title} subtitle={subtitle}>
      {price}
    </PackagePage>
  );
  const dialog = { path: packagesPath, back, isSmall: true, title, subtitle: item.street };
  return (
    <DialogPage {...dialog} alone={alone}>
      {price}
    </DialogPage>
  );
}

export function ErrorBoundary() {
  return <DialogError path={packagesPath} title="Property" />;
}
