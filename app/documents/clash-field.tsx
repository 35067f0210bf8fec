import type { FieldProps } from "../ui/field-frame.tsx";
import { SelectField } from "../ui/fields.tsx";

const ways = [
  { value: "", label: "Ask me" },
  { value: "keep_both", label: "Keep both and add a number" },
];

/** What to do where another document has the name. */
export function ClashField({ field }: Pick<FieldProps, "field">) {
  return <SelectField field={field} label="If the name is taken" options={ways} />;
}
