import type { Field } from "../ui/field-frame.tsx";
import { TextField } from "../ui/fields.tsx";

export const addressLabels = { street: "Address", city: "City", state: "State", zip: "Zip" };

type AddressFieldsetProps = { fields: Readonly<Record<keyof typeof addressLabels, Field>> };

/** Where a property is. */
export function AddressFieldset({ fields }: AddressFieldsetProps) {
  return (
    <>
      <TextField
        field={fields.street}
        label={addressLabels.street}
        hint="Required. Everything else can follow later."
        wide
      />
      <TextField field={fields.city} label={addressLabels.city} wide />
      <TextField field={fields.state} label={addressLabels.state} />
      <TextField field={fields.zip} label={addressLabels.zip} />
    </>
  );
}
