import { type FormEvent, useState } from "react";
import type { Choice } from "../ui/options.tsx";

/** Who or what is picked out of the search's list: ticked where it is listed already, or else listed further down. @param listed ids */
export function useFurther(formId: string, listed: readonly string[]) {
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  function pick(choice: Choice) {
    const box = document.querySelector<HTMLInputElement>(`#${formId} input[value="${CSS.escape(choice.value)}"]`);
    if (box === null) setPicked((before) => [...before, choice]);
    else box.checked = true;
  }
  return { picked, further: picked.filter(({ value }) => !listed.includes(value)), pick };
}

/** The name of the button that sends the form. */
export function buttonOf({ nativeEvent }: FormEvent): string | null {
  const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return by?.getAttribute("name") ?? null;
}
