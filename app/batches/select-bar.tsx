import { useEffect, useState } from "react";
import { Form } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { newBatchPath, type RecentBatch, type SelectBarShown, type ShownSelection, selectFormId } from "./selection.ts";

type SelectionProps = { selection: ShownSelection | null };

/** The way to choosing several rows. */
export function SelectLink({ selection }: SelectionProps) {
  return selection?.begin ? <LinkButton href={selection.begin}>Select</LinkButton> : null;
}

/**
 * What was changed a few minutes ago; while rows are being chosen, how many they are, and the way on. The rows' checkboxes belong
 * to this form.
 */
export function SelectBar({ selection }: SelectionProps) {
  return (
    <>
      {selection?.recent ? <Recent {...selection.recent} /> : null}
      {selection?.bar ? <Bar {...selection.bar} /> : null}
    </>
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

function Bar({ plural, fields, elsewhere, count, hint, wholes, end }: SelectBarShown) {
  return (
    <Form
      id={selectFormId}
      method="get"
      action={newBatchPath}
      discover="none"
      className="selecting"
      aria-label={`Change several ${plural}`}
    >
      <HiddenInputs fields={fields} />
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <ChosenCount plural={plural} start={count} elsewhere={elsewhere.length} />
      <button className="btn go" type="submit">
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
      <p className="small muted">{hint}</p>
    </Form>
  );
}

type ChosenCountProps = {
  plural: string;
  /** How many are chosen to begin with. */
  start: number;
  /** How many of other pages are chosen. */
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
  return <b role="status">{count === 0 ? `Choose ${plural}` : `${count} chosen`}</b>;
}
