import { useEffect, useState } from "react";
import { Form } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import {
  newBatchPath,
  type RecentBatch,
  type SelectBarShown,
  type ShownSelection,
  selectFormId,
  shownName,
} from "./selection.ts";

type SelectionProps = { selection: ShownSelection | null };

/** The way to choosing several rows. */
export function SelectLink({ selection }: SelectionProps) {
  return selection?.begin ? <LinkButton href={selection.begin}>Select</LinkButton> : null;
}

/**
 * What was changed a few minutes ago; while rows are being chosen, how many they are, and the way on. Its button and the rows'
 * checkboxes belong to the list's search form, so that a search keeps what is ticked.
 */
export function SelectBar({ selection }: SelectionProps) {
  return (
    <>
      {selection?.recent ? <Recent {...selection.recent} /> : null}
      {selection?.bar ? <Bar {...selection.bar} /> : null}
    </>
  );
}

/** What the bar and the rows' checkboxes belong to on a page without a search. @param fields where the rows are chosen from */
export function SelectForm({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <Form id={selectFormId} method="get" action={newBatchPath} discover="none">
      <HiddenInputs fields={fields} />
    </Form>
  );
}

function Recent({ text, path, undo }: RecentBatch) {
  return (
    <Notice>
      {text} <a href={path}>See what was done</a>
      {undo === null ? null : (
        <>
          {" · "}
          <a href={undo}>Undo</a>
        </>
      )}
    </Notice>
  );
}

function Bar({ plural, of, query, elsewhere, count, hint, wholes, end }: SelectBarShown) {
  return (
    <fieldset className="selecting" aria-label={`Change several ${plural}`}>
      <input type="hidden" name="of" value={of} form={selectFormId} />
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="id" value={id} form={selectFormId} />
      ))}
      <ChosenCount plural={plural} start={count} elsewhere={elsewhere.length} />
      <button
        className="btn go"
        type="submit"
        form={selectFormId}
        formAction={newBatchPath}
        name={shownName}
        value={query}
      >
        Continue
      </button>
      {wholes.map(({ label, href }) => (
        <LinkButton key={label} href={href}>
          {label}
        </LinkButton>
      ))}
      <LinkButton href={end} look="quiet">
        Cancel
      </LinkButton>
      {hint === null ? null : <p className="small muted">{hint}</p>}
    </fieldset>
  );
}

type ChosenCountProps = {
  plural: string;
  /** How many are chosen to begin with. */
  start: number;
  /** How many of them are not shown. */
  elsewhere: number;
};

/** What to do; with scripts, how many are chosen. */
function ChosenCount({ plural, start, elsewhere }: ChosenCountProps) {
  const [count, setCount] = useState(start);
  useEffect(() => {
    const look = () => setCount(elsewhere + document.querySelectorAll(`[form=${selectFormId}]:checked`).length);
    look();
    document.addEventListener("change", look);
    return () => document.removeEventListener("change", look);
  }, [elsewhere]);
  const hidden = elsewhere === 0 ? "" : `, ${elsewhere} not shown here`;
  return <b role="status">{count === 0 ? `Choose ${plural}` : `${count} chosen${hidden}`}</b>;
}
