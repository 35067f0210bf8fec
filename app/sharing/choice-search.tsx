import { useState } from "react";
import type { Picked } from "../picking/pick.ts";
import { PickInput } from "../picking/pick-input.tsx";
import type { Choice } from "../ui/options.tsx";

type ChoiceSearchProps = {
  kind: "clients" | "properties";
  label: string;
  /** The form that the field belongs to. */
  formId: string;
  /** What was searched for by the button. */
  search: string;
  onPick: (choice: Choice) => void;
};

/** The field that looks for further records to choose: with scripts each is picked out of a list, without them a button searches. */
export function ChoiceSearch({ kind, label, formId, search, onPick }: ChoiceSearchProps) {
  const [held, setHeld] = useState<Picked>({ id: null, text: search });

  function hold({ id, text }: Picked) {
    setHeld({ id: null, text: id === null ? text : "" });
    if (id !== null) onPick({ value: id, label: text });
  }

  return (
    <div className="pick">
      <PickInput
        kind={kind}
        input={{
          ...{ name: "q", form: formId, className: "input", maxLength: 200 },
          "aria-label": label,
          placeholder: label,
        }}
        picked={held}
        suggestions={null}
        onChange={hold}
      />
    </div>
  );
}
