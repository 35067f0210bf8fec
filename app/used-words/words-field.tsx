import { controlProps, type Field, FieldMessages, firstValue, firstValues } from "../ui/field-frame.tsx";

const mostTicked = 12;

type WordsFieldProps = {
  /** Where the words are typed, where those in use are ticked, and where one more is typed. */
  fields: { readonly typed: Field; readonly used: Field; readonly other: Field };
  label: string;
  /** What the field of one more word is called, as in "Another tag". */
  another: string;
  /** Words in use that the record does not have: the most frequent can be ticked, all are suggested while typing. */
  offered: readonly string[];
  hint: string;
};

/** Words, as tags: one field in which they are typed, and ticked where they are in use already. */
export function WordsField({ fields: { typed, used, other }, label, another, offered, hint }: WordsFieldProps) {
  const { id, ...box } = controlProps(used, undefined);
  const listId = `${other.id}-words`;
  const ticked = firstValues(used);
  return (
    <div className="field">
      <label htmlFor={typed.id}>{label}</label>
      <textarea {...controlProps(typed, hint)} className="input" rows={2} defaultValue={firstValue(typed)} />
      <FieldMessages field={typed} hint={hint} />
      {offered.length === 0 ? null : (
        <fieldset className="field m-0" id={id} tabIndex={-1} aria-label={`${label} in use`}>
          <div>
            {offered.slice(0, mostTicked).map((word) => (
              <label key={word} className="check">
                <input {...box} type="checkbox" value={word} defaultChecked={ticked.includes(word)} />
                {word}
              </label>
            ))}
          </div>
          <FieldMessages field={used} hint={undefined} />
        </fieldset>
      )}
      <input
        {...controlProps(other, undefined)}
        className="input"
        list={listId}
        aria-label={another}
        placeholder={another}
        defaultValue={firstValue(other)}
      />
      <FieldMessages field={other} hint={undefined} />
      <datalist id={listId}>
        {offered.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </div>
  );
}
