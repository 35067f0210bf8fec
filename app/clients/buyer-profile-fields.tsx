import { firstValue } from "../ui/field-frame.tsx";
import { type Choice, ListField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { BothVersions } from "./both-versions.tsx";
import type { buyerProfileForm, typedProfile } from "./buyer-profile.ts";

type Fields = ReturnType<typeof useSchemaForm<typeof buyerProfileForm>>[1];

type BuyerProfileFieldsetProps = { fields: Fields; currencies: readonly Choice[] };

/** What a buyer may wish for. */
export function BuyerProfileFieldset({ fields, currencies }: BuyerProfileFieldsetProps) {
  const budget = fields.budget.getFieldset();
  return (
    <>
      <MoneyField amount={budget.amount} currency={budget.currency} label="Budget" currencies={currencies} />
      <div className="pair">
        <TextField field={fields.minBeds} label="Min. beds" inputMode="numeric" autoComplete="off" />
        <TextField field={fields.minBaths} label="Min. baths" inputMode="decimal" autoComplete="off" />
        <TextField field={fields.minLotSize} label="Min. lot size (sqft)" inputMode="decimal" autoComplete="off" />
        <TextField field={fields.minGarages} label="Min. garages" inputMode="numeric" autoComplete="off" />
      </div>
      <ListField field={fields.preferredAreas} label="Preferred areas" />
      <ListField
        field={fields.propertyTypes}
        label="House types"
        hint="One per line, as in Townhouse or Condominium."
      />
      <TextArea field={fields.notes} label="Buyer notes" rows={6} />
    </>
  );
}

type BuyerProfileConflictProps = { theirs: ReturnType<typeof typedProfile>; fields: Fields };

/** What was saved meanwhile beside what was typed. */
export function BuyerProfileConflict({ theirs, fields }: BuyerProfileConflictProps) {
  const budget = fields.budget.getFieldset();
  return (
    <BothVersions
      fields={[
        {
          label: "Budget",
          theirs: money(theirs.budget.currency, theirs.budget.amount),
          yours: money(firstValue(budget.currency), firstValue(budget.amount)),
        },
        { label: "Min. beds", theirs: theirs.minBeds, yours: firstValue(fields.minBeds) },
        { label: "Min. baths", theirs: theirs.minBaths, yours: firstValue(fields.minBaths) },
        { label: "Min. lot size", theirs: theirs.minLotSize, yours: firstValue(fields.minLotSize) },
        { label: "Min. garages", theirs: theirs.minGarages, yours: firstValue(fields.minGarages) },
        { label: "Preferred areas", theirs: theirs.preferredAreas, yours: firstValue(fields.preferredAreas) },
        { label: "House types", theirs: theirs.propertyTypes, yours: firstValue(fields.propertyTypes) },
        { label: "Buyer notes", theirs: theirs.notes, yours: firstValue(fields.notes) },
      ]}
    />
  );
}

function money(currency: string, amount: string): string {
  return amount === "" ? "" : `${currency} ${amount}`;
}
