import { href } from "react-router";
import { recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { onDay, RecordForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import type { Route } from "./+types/comparable-edit";
import { comparableForm, typedComparable } from "./comparable.ts";
import { createComparable, updateComparable } from "./comparables.server.ts";
import { findComparableOf, loadComparableFor, loadPackageFor } from "./load-package.server.ts";
import { comparablesPath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";

/** Adds a comparable to a property, or changes the one of the address. */

export const handle = { form: "create at new" };

export async function loader({ params: { packageId, comparableId }, context }: Route.LoaderArgs) {
  if (comparableId === undefined) {
    const { id, street, comparables, listPrice } = await loadPackageFor("update", context, packageId);
    const { currency } = typedMoney(comparables[0]?.soldPrice ?? listPrice);
    const initial = { address: "", soldPrice: { amount: "", currency } };
    return { item: { id, street }, comparable: null, initial, start: await startForm(context) };
  }
  const { item, comparable } = await loadComparableFor("update", context, { packageId, comparableId });
  return {
    item,
    comparable: { id: comparable.id, canRemove: allows(comparable, "remove") },
    ...(await startChange(context, comparable, typedComparable)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, { comparableId }] = [recordId(params.packageId), params];
  const find = comparableId === undefined ? undefined : { packageId, comparableId };
  return submitForm(
    { request, context, ofRecord: true },
    comparableForm,
    async ({ api, value, ...terms }) => {
      const location = comparablesPath(packageId);
      if (find === undefined) {
        await createComparable(api, packageId, value, terms.key);
        return { location, toast: `Comparable added: ${value.address}.` };
      }
      const { id } = await findComparableOf(api, find);
      await updateComparable(api, id, value, terms);
      return { location, toast: `Comparable saved: ${value.address}.` };
    },
    find && (async (api) => recordVersion(await findComparableOf(api, find), typedComparable)),
  );
}

const labels = {
  address: "Address",
  "soldPrice.amount": "Sold price",
  "soldPrice.currency": "Currency of the sold price",
  sqft: "Sqft",
  soldOn: "Sold on",
  url: "Link",
};

const compared = { ...labels, soldOn: onDay(labels.soldOn) };

export default function EditComparable({ loaderData, actionData }: Route.ComponentProps) {
  const { item, comparable, ...form } = loaderData;
  const isNew = comparable === null;
  return (
    <PackagePage
      item={item}
      title={isNew ? "Add a comparable" : "Edit comparable"}
      subtitle={
        isNew
          ? "Add a similar sold property. Comp. value is calculated from these."
          : `${form.initial.address}, compared with ${item.street}.`
      }
    >
      <RecordForm
        id="comparable"
        schema={comparableForm}
        {...form}
        reply={actionData}
        compared={compared}
        send={isNew ? "Add comparable" : "Save changes"}
        cancel={comparablesPath(item.id)}
      >
        {({ address, soldPrice, sqft, soldOn, url }) => (
          <>
            <TextField field={address} label={labels.address} wide />
            <MoneyField
              amount={soldPrice.getFieldset().amount}
              currency={soldPrice.getFieldset().currency}
              label={labels["soldPrice.amount"]}
              currencies={currencyChoices(form.initial.soldPrice)}
            />

            <TextField field={sqft} label={labels.sqft} inputMode="numeric" />
            <TextField field={soldOn} label={labels.soldOn} type="date" />

            <TextField
              field={url}
              label={labels.url}
              type="url"
              hint="Link to the listing or sale record."
              wide
              optional
            />
          </>
        )}
      </RecordForm>
      {comparable?.canRemove ? (
        <div className="mt-2">
          <LinkButton
            href={href("/packages/:packageId/comparables/:comparableId/removal", {
              packageId: item.id,
              comparableId: comparable.id,
            })}
            look="bad"
          >
            Remove comparable
          </LinkButton>
        </div>
      ) : null}
    </PackagePage>
  );
}
