import { Fragment, type ReactNode } from "react";
import { FieldGroup } from "../ui/field-group.tsx";
import { ListField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import type { buyerProfileForm } from "./buyer-profile.ts";
import { type DeclaredField, inputModeOf, labelOf } from "./declared-fields.ts";
import { type ProfileName, profileFields, profileNames } from "./profile-fields.ts";

type Fields = ReturnType<typeof useSchemaForm<typeof buyerProfileForm>>[1];

type BuyerProfileFieldsetProps = {
  fields: Fields;
  currencies: readonly Choice[];
  /** Words in use that are suggested while typing. */
  used: { readonly areas: readonly string[]; readonly houseTypes: readonly string[] };
};

const figures = profileNames.filter((name) => inputModeOf(profileFields[name]) !== undefined);
const words = profileNames.filter((name) => profileFields[name].kind === "words");
const texts = profileNames.filter((name) => profileFields[name].kind === "lines");

/** The fields of a buyer profile. */
export function BuyerProfileFieldset({ fields, currencies, used }: BuyerProfileFieldsetProps) {
  const budget = fields.budget.getFieldset();
  const others: Readonly<Partial<Record<ProfileName, ReactNode>>> = {
    preferredAreas: <TextField field={fields.otherArea} label="Another area" suggestions={used.areas} />,
    propertyTypes: <TextField field={fields.otherType} label="Another house type" suggestions={used.houseTypes} />,
  };
  return (
    <>
      <FieldGroup title="Budget and size">
        <MoneyField amount={budget.amount} currency={budget.currency} label="Budget" currencies={currencies} />
        {figures.map((name) => (
          <TextField
            key={name}
            field={fields[name]}
            label={labelOf(profileFields[name])}
            inputMode={inputModeOf(profileFields[name])}
          />
        ))}
      </FieldGroup>
      <FieldGroup title="Where and what">
        {words.map((name) => {
          const { label, hint }: DeclaredField = profileFields[name];
          return (
            <Fragment key={name}>
              <ListField field={fields[name]} label={label} hint={hint} />
              {others[name]}
            </Fragment>
          );
        })}
      </FieldGroup>
      <FieldGroup title="Notes">
        {texts.map((name) => (
          <TextArea key={name} field={fields[name]} label={labelOf(profileFields[name])} rows={6} />
        ))}
      </FieldGroup>
    </>
  );
}
