import { type FormEvent, useEffect, useState } from "react";
import type { Picked } from "../picking/pick.ts";
import { PickInput } from "../picking/pick-input.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Choice } from "../ui/options.tsx";
import { looking } from "./share-link.ts";

type ChoiceSearchProps = {
  kind: "clients" | "properties";
  label: string;
  /** The form that the field and its button belong to. */
  formId: string;
  /** What was searched for by the button, how many it found, and whether these only have similar words. */
  searched: { readonly search: string; readonly found: number; readonly isGuess: boolean };
  onPick: (choice: Choice) => void;
};

/** Looks for further records to choose: with scripts each is picked out of a list, without them the button searches. */
export function ChoiceSearch({ kind, label, formId, searched, onPick }: ChoiceSearchProps) {
  const { search, found, isGuess } = searched;
  return (
    <>
      <search className="tools">
        <ChoicePicker key={search} kind={kind} label={label} formId={formId} search={search} onPick={onPick} />
        <button className="btn" type="submit" form={formId} name={looking} formNoValidate>
          Search
        </button>
      </search>
      {search !== "" && found === 0 ? <Notice>No results.</Notice> : null}
      {isGuess ? <Notice>Nothing has exactly these words. These have similar ones.</Notice> : null}
    </>
  );
}

/** Loads what did not come, and keeps what is ticked and typed. */
export function LookAgain({ formId }: { formId: string }) {
  return (
    <button className="link" type="submit" form={formId} name={looking} formNoValidate>
      Check again
    </button>
  );
}

/** The check of a form whose button also searches: looking for others needs nothing to be right yet. */
export function checkUnlessSearched(check: (event: FormEvent<HTMLFormElement>) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    if (buttonOf(event) !== looking) check(event);
  };
}

type ChoicePickerProps = Omit<ChoiceSearchProps, "searched"> & { search: string };

function ChoicePicker({ kind, label, formId, search, onPick }: ChoicePickerProps) {
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
          name: "q",
          form: formId,
          className: "input",
          maxLength: 200,
          "aria-label": label,
          placeholder: label,
        }}
        picked={held}
        suggestions={null}
        isAtOnce
        onChange={hold}
      />
    </div>
  );
}

/** Who or what is picked out of the search's list: ticked where it is listed already; about the rest the server is asked. @param listed ids */
export function useFurther(formId: string, listed: readonly string[]) {
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  function pick(choice: Choice) {
    const box = document.querySelector<HTMLInputElement>(`#${formId} input[value="${CSS.escape(choice.value)}"]`);
    if (box === null) setPicked((before) => [...before, choice]);
    else if (!box.checked) box.click();
  }
  const further = picked.filter(({ value }) => !listed.includes(value));
  const isIncomplete = further.length > 0;
  useEffect(() => {
    const button = document.querySelector<HTMLButtonElement>(`button[form="${formId}"][name="${looking}"]`);
    if (isIncomplete) button?.form?.requestSubmit(button);
  }, [isIncomplete, formId]);
  return { picked, further, pick };
}

/** The name of the button that sends the form. */
export function buttonOf({ nativeEvent }: FormEvent): string | null {
  const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return by?.getAttribute("name") ?? null;
}
