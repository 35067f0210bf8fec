import { useState } from "react";
import { controlProps, type Field, FieldFrame, firstValue } from "../ui/field-frame.tsx";
import { ChoiceGroup } from "../ui/fields.tsx";
import { type Picked, type PickKind, type PickOption, textOfKind, type WhichOne } from "./pick.ts";
import { PickInput } from "./pick-input.tsx";

type RecordPickerProps = {
  kind: PickKind;
  /** The property whose reports are picked. */
  packageId?: string;
  /** The id of a record that cannot be picked. */
  except?: string;
  label: string;
  hint?: string;
  /** Where the text is typed, where a choice among several is made, and what text it is made for. */
  fields: { readonly text: Field; readonly chosen: Field; readonly chosenFor: Field };
  /** What is offered before anything is typed. */
  suggestions: readonly PickOption[];
  /** What the line says that makes something new of the text, where one may. */
  create?: (text: string) => string;
  /** The page that makes what is not there yet, where one may. */
  createAt?: string | undefined;
  /** The question which one was meant, once there is one. */
  asked: WhichOne | null;
};

/**
 * A field of a form that names a record: picked by typing with scripts; a text field without, and below it the question which
 * one is meant, once there is one. The form sends the text, the record's id where it is known, and the text that id is for.
 */
export function RecordPicker(props: RecordPickerProps) {
  // Mounted anew for another text, as after another person's change was taken over.
  return <Picker key={firstValue(props.fields.text)} {...props} />;
}

function Picker(props: RecordPickerProps) {
  const { kind, packageId, except, label, hint, fields, create, createAt, asked } = props;
  const suggestions = props.suggestions.filter(({ id }) => id !== except);
  const text = firstValue(fields.text);
  const [held, setHeld] = useState<Picked>({ id: idFor(text, fields), text });
  const listId = `${fields.text.id}-suggestions`;
  const isAsked = asked !== null && held.id === null && held.text === text;
  return (
    <>
      <FieldFrame field={fields.text} label={label} hint={hint}>
        <div className="pick">
          <PickInput
            kind={kind}
            packageId={packageId}
            except={except}
            input={{ ...controlProps(fields.text, hint), className: "input", list: listId }}
            picked={held}
            suggestions={suggestions}
            create={create}
            createAt={createAt}
            onChange={setHeld}
          >
            <datalist id={listId}>
              {suggestions.map((option) => (
                <option key={option.id} value={textOfKind(kind)(option)} />
              ))}
            </datalist>
          </PickInput>
        </div>
      </FieldFrame>
      {isAsked ? (
        <>
          <ChoiceGroup
            field={fields.chosen}
            label={
              asked.isUnsearched
                ? `The connected service can't search for “${asked.text}”. Which one do you mean?`
                : asked.isGuess
                  ? `“${asked.text}” was not found. Did you mean`
                  : `Which one do you mean by “${asked.text}”?`
            }
            {...(asked.isCut &&
              !asked.isUnsearched && { hint: "There may be others. To find them, type more letters." })}
            options={asked.options}
            ticked={asked.likely === null || firstValue(fields.chosen) !== "" ? [] : [asked.likely]}
            single
          />
          <input type="hidden" name={fields.chosenFor.name} value={asked.text} />
        </>
      ) : (
        <>
          <input type="hidden" name={fields.chosen.name} value={held.id ?? ""} />
          <input type="hidden" name={fields.chosenFor.name} value={held.id === null ? "" : held.text} />
        </>
      )}
    </>
  );
}

/** The record that the field's first text was picked as; null where it was only typed, or picked for another text. */
function idFor(text: string, { chosen, chosenFor }: RecordPickerProps["fields"]): string | null {
  const [id, pickedFor] = [firstValue(chosen), firstValue(chosenFor)];
  return id === "" || text === "" || (pickedFor !== "" && pickedFor !== text) ? null : id;
}
