import type { Field } from "../ui/field-frame.tsx";
import { ChoiceGroup, TextField } from "../ui/fields.tsx";
import { type Candidate, labelOf, type WhichOne } from "./pick.ts";

type PickFieldProps = {
  label: string;
  hint?: string;
  /** Where the text is typed, where a choice among several is made, and what text it is made for. */
  fields: { readonly text: Field; readonly chosen: Field; readonly chosenFor: Field };
  suggestions: readonly Candidate[];
  asked: WhichOne | null;
};

/** A record picked by typing, with the browser's own suggestions; below it the question which one, once there is one. */
export function PickField({ label, hint, fields, suggestions, asked }: PickFieldProps) {
  return (
    <>
      <TextField
        field={fields.text}
        label={label}
        suggestions={suggestions.map(labelOf)}
        {...(hint === undefined ? {} : { hint })}
      />
      {asked === null ? null : (
        <>
          <ChoiceGroup
            field={fields.chosen}
            label={`Which one do you mean by “${asked.text}”?`}
            options={asked.options}
            single
          />
          <input type="hidden" name={fields.chosenFor.name} value={asked.text} />
        </>
      )}
    </>
  );
}
