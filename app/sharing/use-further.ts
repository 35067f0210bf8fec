import { type FormEvent, useEffect, useState } from "react";
import type { Choice } from "../ui/options.tsx";
import { looking } from "./share-link.ts";

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
