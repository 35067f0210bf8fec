import { useEffect, useState } from "react";
import { Form } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { newBatchPath, type SelectBarShown, type ShownSelection, selectFormId } from "./selection.ts";

type SelectionProps = { selection: ShownSelection | null };

/** The way to choosing several rows. */
export function SelectLink({ selection }: SelectionProps) {
  return selection?.begin ? <LinkButton href={selection.begin}>Select</LinkButton> : null;
}

/** While rows are being chosen: how many they are, and the way on. The rows' checkboxes belong to this form. */
export function SelectBar({ selection }: SelectionProps) {
  return selection?.bar ? <Bar {...selection.bar} /> : null;
}

function Bar({ plural, fields, wholes, end }: SelectBarShown) {
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
      <ChosenCount plural={plural} />
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
    </Form>
  );
}

/** What to do; with scripts, how many are chosen. */
function ChosenCount({ plural }: { plural: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => setCount(document.querySelectorAll(`[form=${selectFormId}]:checked`).length);
    look();
    document.addEventListener("change", look);
    return () => document.removeEventListener("change", look);
  }, []);
  return <b role="status">{count === 0 ? `Choose ${plural}` : `${count} chosen`}</b>;
}
