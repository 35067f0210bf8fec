import { controlProps, type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { Row, Rows } from "../ui/page.tsx";
import type { SuggestedWish } from "./suggested-wishes.ts";

type SuggestionChoicesProps = { field: Field; wishes: readonly SuggestedWish[] };

/** What the profile holds beside what the client suggests, each field with a checkbox. */
export function SuggestionChoices({ field, wishes }: SuggestionChoicesProps) {
  const chosen = firstValues(field);
  const { id, required: _required, ...control } = controlProps(field, undefined);
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>Accept</legend>
      <div className="sheet">
        <Rows label="Both versions">
          {wishes.map((wish) => (
            <Row key={wish.field}>
              <div>
                <label className="check">
                  <input {...control} type="checkbox" value={wish.field} defaultChecked={chosen.includes(wish.field)} />
                  {wish.label}
                </label>
                <Versions wish={wish} />
              </div>
            </Row>
          ))}
        </Rows>
      </div>
      <FieldMessages field={field} hint={undefined} />
    </fieldset>
  );
}

function Versions({ wish: { now, suggested, seen } }: { wish: SuggestedWish }) {
  return (
    <div className="grid grid-cols-2 gap-x-2">
      <div className="whitespace-pre-line">
        <div className="muted small">Now</div>
        {now ?? "N/A"}
        {seen === null ? null : <div className="muted small">Changed since. The client saw: {seen.text ?? "N/A"}</div>}
      </div>
      <div className="whitespace-pre-line">
        <div className="muted small">Suggested</div>
        <b>{suggested ?? "N/A"}</b>
      </div>
    </div>
  );
}
