import { FieldGroup } from "../ui/field-group.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import { WordsField } from "../used-words/words-field.tsx";
import type { buyerProfileForm } from "./buyer-profile.ts";
import { inputModeOf, labelOf } from "./declared-fields.ts";
import { profileFields, profileNames } from "./profile-fields.ts";

type Fields = ReturnType<typeof useSchemaForm<typeof buyerProfileForm>>[1];

type BuyerProfileFieldsetProps = {
  fields: Fields;
  currencies: readonly Choice[];
  /** Words in use that the profile does not have. */
  used: { readonly areas: readonly string[]; readonly houseTypes: readonly string[] };
};

const figures = profileNames.filter((name) => inputModeOf(profileFields[name]) !== undefined);
const texts = profileNames.filter((name) => profileFields[name].kind === "lines");

/** The fields of a buyer profile. */
export function BuyerProfileFieldset({ fields, currencies, used }: BuyerProfileFieldsetProps) {
  const budget = fields.budget.getFieldset();
  const { preferredAreas, propertyTypes } = profileFields;
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
        <WordsField
          fields={{ typed: fields.preferredAreas, used: fields.usedAreas, other: fields.otherArea }}
          label={preferredAreas.label}
          another="Another area"
          offered={used.areas}
          hint={preferredAreas.hint}
        />
        <WordsField
          fields={{ typed: fields.propertyTypes, used: fields.usedTypes, other: fields.otherType }}
          label={propertyTypes.label}
          another="Another house type"
          offered={used.houseTypes}
          hint={propertyTypes.hint}
        />
      </FieldGroup>
      <FieldGroup title="Notes">
        {texts.map((name) => (
          <TextArea key={name} field={fields[name]} label={labelOf(profileFields[name])} rows={6} />
        ))}
      </FieldGroup>
    </>
  );
}
