import type { Field } from "../ui/field-frame.tsx";
import { ChoiceGroup, ListField } from "../ui/fields.tsx";

type TagFieldsProps = {
  /** All tags, one per line. */
  field: Field;
  /** Those that are ticked besides. */
  usedField: Field;
  /** Tags in use that the record does not have. */
  offered: readonly string[];
  hint: string;
};

/** Tags: typed, and ticked where they are in use already. */
export function TagFields({ field, usedField, offered, hint }: TagFieldsProps) {
  return (
    <>
      <ListField field={field} label="Tags" hint={hint} />
      {offered.length === 0 ? null : (
        <ChoiceGroup
          field={usedField}
          label="Add tags in use"
          options={offered.map((word) => ({ value: word, label: word }))}
        />
      )}
    </>
  );
}
