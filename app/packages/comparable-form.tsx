import type * as z from "zod/mini";
import { onDay, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { comparableForm } from "./comparable.ts";

const labels = {
  address: "Address",
  "soldPrice.amount": "Sold price",
  "soldPrice.currency": "Currency of the sold price",
  sqft: "Sqft",
  soldOn: "Sold on",
  url: "Link",
};

const compared = { ...labels, soldOn: onDay(labels.soldOn) };

type ComparableFormProps = RecordFormUse<typeof comparableForm> & {
  initial: Pick<z.input<typeof comparableForm>, "soldPrice">;
};

/** The form of `comparable-new.tsx` and `comparable-edit.tsx`. */
export function ComparableForm(props: ComparableFormProps) {
  return (
    <RecordForm id="comparable" schema={comparableForm} compared={compared} {...props}>
      {({ address, soldPrice, sqft, soldOn, url }) => (
        <>
          <TextField field={address} label={labels.address} wide />
          <MoneyField
            amount={soldPrice.getFieldset().amount}
            currency={soldPrice.getFieldset().currency}
            label={labels["soldPrice.amount"]}
            currencies={currencyChoices(props.initial.soldPrice)}
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
  );
}
