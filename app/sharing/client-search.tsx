import { useState } from "react";
import type { Picked } from "../picking/pick.ts";
import { PickInput } from "../picking/pick-input.tsx";
import type { Choice } from "../ui/options.tsx";

type ClientSearchProps = {
  /** The form that the field belongs to. */
  formId: string;
  /** What was searched for by the button. */
  search: string;
  onPick: (client: Choice) => void;
};

/** The field that looks for further clients: with scripts each is picked out of a list, without them a button searches. */
export function ClientSearch({ formId, search, onPick }: ClientSearchProps) {
  const [held, setHeld] = useState<Picked>({ id: null, text: search });

  function hold({ id, text }: Picked) {
    setHeld({ id: null, text: id === null ? text : "" });
    if (id !== null) onPick({ value: id, label: text });
  }

  return (
    <div className="pick">
      <PickInput
        kind="clients"
        input={{
          ...{ name: "q", form: formId, className: "input", maxLength: 200 },
          "aria-label": "Search clients",
          placeholder: "Search clients",
        }}
        picked={held}
        suggestions={null}
        onChange={hold}
      />
    </div>
  );
}
