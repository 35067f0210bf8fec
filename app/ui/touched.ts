import { hiddenFieldNames } from "./hidden-field-names.ts";
import { isSecret } from "./secret-fields.ts";

/** What is typed or chosen in a form, as the browser has it. */

/** Hidden fields that say what a form began with: text that comes back belongs to them, not to a fresh form's. */
const beginnings: readonly string[] = [hiddenFieldNames.key, hiddenFieldNames.base];

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** What can be typed or chosen and is no secret, and what says what the form began with. */
export function controlsOf(form: HTMLFormElement): Control[] {
  // Once it has left the page, what stands in it and belongs to another form is among its own elements.
  const own = [...form.elements].filter(isControl).filter((control) => {
    return [null, form.getAttribute("id")].includes(control.getAttribute("form"));
  });
  return own.filter(({ name, type }) => {
    if (type === "hidden") return beginnings.includes(name);
    return name !== "" && !isSecret(name) && !["password", "file", "submit", "button"].includes(type);
  });
}

export function hasTick(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

/** Whether anything of a form is other than it was shown. */
export function isTouched(form: HTMLFormElement): boolean {
  return controlsOf(form).some((control) => {
    if (control.type === "hidden") return false;
    if (control instanceof HTMLSelectElement) return isChosenAnew(control);
    return hasTick(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  });
}

/** Without a choice of the page's the browser takes the first. */
function isChosenAnew({ options, selectedIndex }: HTMLSelectElement): boolean {
  const first = [...options].findIndex(({ defaultSelected }) => defaultSelected);
  return selectedIndex !== Math.max(first, 0);
}
