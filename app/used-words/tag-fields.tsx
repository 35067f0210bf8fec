import type { Field } from "../ui/field-frame.tsx";
import { ChoiceGroup, ListField, TextField } from "../ui/fields.tsx";

const mostTicked = 12;

type TagFieldsProps = {
  field: Field;
  usedField: Field;
  otherField: Field;
  /** Tags in use that the record does not have: the most frequent can be ticked, all are suggested while typing. */
  offered: readonly string[];
  hint: string;
};

/** Tags: typed, and ticked where they are in use already. */
export function TagFields({ field, usedField, otherField, offered, hint }: TagFieldsProps) {
  return (
    <>
      <ListField field={field} label="Tags" hint={hint} rows={2} optional />
      {offered.length === 0 ? null : (
        <ChoiceGroup
          field={usedField}
          label="Add tags in use"
          options={offered.slice(0, mostTicked).map((word) => ({ value: word, label: word }))}
        />
      )}
      <TextField field={otherField} label="Another tag" suggestions={offered} optional />
    </>
  );
}
