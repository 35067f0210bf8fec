import { FieldGroup } from "../ui/field-group.tsx";
import { ListField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import type { buyerProfileForm } from "./buyer-profile.ts";

/** Labels of the fields, without the two of the budget. */
export const wishLabels = {
  minBeds: "Min. beds",
  minBaths: "Min. baths",
  minLotSize: "Min. lot size (sqft)",
  minGarages: "Min. garages",
  preferredAreas: "Preferred areas",
  propertyTypes: "House types",
  notes: "Buyer notes",
};

type Fields = ReturnType<typeof useSchemaForm<typeof buyerProfileForm>>[1];

type BuyerProfileFieldsetProps = {
  fields: Fields;
  currencies: readonly Choice[];
  /** Words in use that are suggested while typing. */
  used: { readonly areas: readonly string[]; readonly houseTypes: readonly string[] };
};

/** The fields of a buyer profile. */
export function BuyerProfileFieldset({ fields, currencies, used }: BuyerProfileFieldsetProps) {
  const budget = fields.budget.getFieldset();
  return (
    <>
      <FieldGroup title="Budget and size">
        <MoneyField amount={budget.amount} currency={budget.currency} label="Budget" currencies={currencies} />
        <TextField field={fields.minBeds} label={wishLabels.minBeds} inputMode="numeric" />
        <TextField field={fields.minBaths} label={wishLabels.minBaths} inputMode="decimal" />
        <TextField field={fields.minLotSize} label={wishLabels.minLotSize} inputMode="decimal" />
        <TextField field={fields.minGarages} label={wishLabels.minGarages} inputMode="numeric" />
      </FieldGroup>
      <FieldGroup title="Where and what">
        <ListField field={fields.preferredAreas} label={wishLabels.preferredAreas} />
        <TextField field={fields.otherArea} label="Another area" suggestions={used.areas} />
        <ListField
          field={fields.propertyTypes}
          label={wishLabels.propertyTypes}
          hint="One per line, e.g. Townhouse or Condominium."
        />
        <TextField field={fields.otherType} label="Another house type" suggestions={used.houseTypes} />
      </FieldGroup>
      <FieldGroup title="Notes">
        <TextArea field={fields.notes} label={wishLabels.notes} rows={6} />
      </FieldGroup>
    </>
  );
}
