import { useEffect } from "react";
import { focusOn } from "./focus.ts";
import { isTouched } from "./touched.ts";

/** What a page with a form and scripts does besides. Here and not in the dialog, since lists without a form load that too. */

/** Leads the focus to what a form was answered with: the button that had it is disabled while the form is on its way. */
export function useAnswerFocus(formId: string, answer: unknown): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!answer || form === null || form.querySelector("[aria-invalid]") !== null) return;
    focusOn(form.querySelector<HTMLElement>(".note"));
  }, [formId, answer]);
}

const closing = ["cancel", "close", "mousedown", "click"] as const;

/** Has the dialog around a form ask before it closes over what was typed. */
export function useClosingQuestion(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    const dialog = form?.closest("dialog");
    if (!(form instanceof HTMLFormElement) || !dialog) return undefined;
    const ask = (event: Event) => {
      if (!closes(event, dialog) || !isTouched(form)) return;
      if (window.confirm("Close this? Your changes haven't been saved.")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // Browsers close a dialog unasked when Escape is pressed once more.
      if (!dialog.open) dialog.showModal();
    };
    // Before the dialog's own listeners.
    for (const type of closing) window.addEventListener(type, ask, true);
    return () => {
      for (const type of closing) window.removeEventListener(type, ask, true);
    };
  }, [formId]);
}

function closes(event: Event, dialog: HTMLDialogElement): boolean {
  const { target, type } = event;
  if (type === "click") return target instanceof Element && dialog.querySelector("header button") === target;
  if (target !== dialog) return false;
  return !(event instanceof MouseEvent) || isOutside(event, dialog.getBoundingClientRect());
}

function isOutside({ clientX: x, clientY: y }: MouseEvent, { left, right, top, bottom }: DOMRect): boolean {
  return x < left || x > right || y < top || y > bottom;
}
