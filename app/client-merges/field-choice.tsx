import { controlProps, type Field, FieldMessages, firstValue } from "../ui/field-frame.tsx";
import type { ComparedField } from "./client-merge.ts";

type FieldChoiceProps = {
  field: Field;
  compared: ComparedField;
  names: { readonly own: { readonly name: string }; readonly theirs: { readonly name: string } };
};

/** The values of both clients side by side, of which one stays, or both. What is the same in both is not asked. */
export function FieldChoice({ field, compared, names }: FieldChoiceProps) {
  const { label, own, theirs, isJoined, fuller } = compared;
  if (own === theirs) return <input type="hidden" name={field.name} value={fuller} />;
  const { id, required, ...control } = controlProps(field, undefined);
  const sides = [
    { value: "this", text: own, of: names.own.name },
    { value: "other", text: theirs, of: names.theirs.name },
  ];
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <div className="grid grid-cols-2 gap-x-2">
        {sides.map(({ value, text, of }) => (
          <label key={value} className="check">
            <input {...control} type="radio" value={value} defaultChecked={firstValue(field) === value} />
            <span>
              {text ?? <span className="muted">None</span>}
              <span className="vh"> ({of})</span>
            </span>
          </label>
        ))}
      </div>
      {isJoined && own !== null && theirs !== null ? (
        <label className="check">
          <input {...control} type="radio" value="both" defaultChecked={firstValue(field) === "both"} />
          Both
        </label>
      ) : null}
      <FieldMessages field={field} hint={undefined} />
    </fieldset>
  );
}
