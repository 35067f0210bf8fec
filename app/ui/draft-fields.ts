import { hiddenFieldNames } from "./hidden-field-names.ts";
import { type Control, controlsOf, hasTick } from "./touched.ts";

/** What is typed into a form, as the browser's session storage has it. */

/** Names and values of the fields, in the order of the page. */
export type Draft = readonly (readonly [name: string, value: string])[];

/** A name for a draft of this form, person and workspace. @param place what else it is bound to */
export function draftName(kind: string, place: string | null, form: HTMLFormElement): string {
  const said = new FormData(form);
  return [
    kind,
    place,
    form.getAttribute("id"),
    said.get(hiddenFieldNames.person),
    said.get(hiddenFieldNames.workspace),
  ].join(" ");
}

export function takeDraft(form: HTMLFormElement): Draft {
  return controlsOf(form).map((control) => [control.name, shownIn(control)]);
}

export function keep(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The browser has no room, or does not let us.
  }
}

/** Gives the draft that is kept under a name; null for none. */
export function read(name: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isDraft(kept: unknown): kept is Draft {
  const isText = (part: unknown) => typeof part === "string";
  return (
    Array.isArray(kept) && kept.every((entry) => Array.isArray(entry) && entry.length === 2 && entry.every(isText))
  );
}

/** Whether a form has the same fields as the draft, in their order. */
export function fits(form: HTMLFormElement, draft: Draft | null): draft is Draft {
  const controls = controlsOf(form);
  return draft?.length === controls.length && controls.every(({ name }, place) => draft[place]?.[0] === name);
}

/** Fills a form in, if it has the draft's fields. */
export function fillIn(form: HTMLFormElement, draft: Draft | null): void {
  if (!fits(form, draft)) return;
  for (const [place, control] of controlsOf(form).entries()) {
    const value = draft[place]?.[1] ?? "";
    if (value !== shownIn(control)) fillField(control, value);
  }
}

function shownIn(control: Control): string {
  return hasTick(control) ? String(control.checked) : control.value;
}

/** As typing does it, so that whoever listens to the field knows. */
function fillField(control: Control, value: string): void {
  const isCombobox = control.role === "combobox";
  if (isCombobox) control.focus({ preventScroll: true });
  if (hasTick(control)) control.checked = value === "true";
  // React knows the values of the fields that it writes itself, and hears of those alone that were set past it.
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  if (control.type === "hidden") return;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
  // With the focus, its list of choices closes.
  if (isCombobox) control.blur();
}
