import { bodyOf, saidIn, type UnsentMessage } from "./unsent-store.ts";

/** Moves a message between the field in which it was typed and the thread. */

/** Takes it out of its form: the thread shows it, and the field is free for the next one. */
export function takeOut(formId: string, message: UnsentMessage): void {
  const parts = partsOf(formId);
  // What a draft has kept of it is its beginning.
  if (parts === null || !bodyOf(message).startsWith(parts.field.value.trim())) return;
  parts.field.value = "";
  for (const box of parts.boxes) box.checked = false;
}

/** Puts it before whatever is in the field. */
export function putBack(formId: string, message: UnsentMessage): void {
  const parts = partsOf(formId);
  if (parts === null) return;
  const { field, boxes } = parts;
  field.value = [bodyOf(message), field.value].filter((text) => text !== "").join("\n\n");
  for (const box of boxes) box.checked ||= saidIn(message, box.name).includes(box.value);
  field.focus();
  tellChange(formId);
}

/** Has the draft say what the field says now. */
export function tellChange(formId: string): void {
  partsOf(formId)?.field.dispatchEvent(new Event("input", { bubbles: true }));
}

function partsOf(formId: string) {
  const form = document.getElementById(formId);
  const field = form?.querySelector("textarea");
  if (!form || !field) return null;
  return { field, boxes: form.querySelectorAll<HTMLInputElement>("input[type=checkbox]") };
}
