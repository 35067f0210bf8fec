import { onDay, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
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
  currencies: readonly Choice[];
};

/** What is known about a sale. */
export function ComparableForm({ currencies, ...use }: ComparableFormProps) {
  return (
    <RecordForm id="comparable" schema={comparableForm} compared={compared} {...use}>
      {(fields) => {
        const price = fields.soldPrice.getFieldset();
        return (
          <>
            <TextField field={fields.address} label={labels.address} />
            <MoneyField amount={price.amount} currency={price.currency} label="Sold price" currencies={currencies} />
            <div className="pair">
              <TextField field={fields.sqft} label={labels.sqft} inputMode="numeric" />
              <TextField field={fields.soldOn} label={labels.soldOn} type="date" />
            </div>
            <TextField field={fields.url} label={labels.url} type="url" hint="Where the sale can be seen." />
          </>
        );
      }}
    </RecordForm>
  );
}
