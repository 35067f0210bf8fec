/** What a form of a page sends, as HTML says it. */
import type { HTMLElement } from "node-html-parser";
import { FormData } from "undici";

/** What is typed into a form, by the names of its fields. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

/** Text as it is shown: spaces and breaks are one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The button of a form that sends it and says this; the first one that sends it when nothing is given. */
export function buttonOf(form: HTMLElement, text: string | undefined): HTMLElement | undefined {
  const buttons = form
    .querySelectorAll("button")
    .filter((button) => (button.getAttribute("type") ?? "submit") === "submit");
  if (text === undefined) return buttons[0];
  return (
    buttons.find((button) => oneLine(button.text) === text) ?? buttons.find((button) => nameOfButton(button) === text)
  );
}

/** What a button says, without how many emails it sends, which follows from whom there is to write to. */
export function nameOfButton(button: HTMLElement): string {
  return oneLine(button.text).replace(/, send (?:no|[\d,]{1,9}) emails?$/, "");
}

/** The fields a browser would send: HTML's "constructing the entry list", for the controls we use. */
export function successfulControls(form: HTMLElement, values: Values, button: string | undefined): URLSearchParams {
  const fields = new URLSearchParams();
  const unused = new Set(Object.keys(values));
  for (const control of form.querySelectorAll("input, select, textarea")) {
    const name = control.getAttribute("name");
    if (name === undefined || name === "" || control.hasAttribute("disabled")) continue;
    if ((control.getAttribute("form") ?? form.id) !== form.id) continue;
    const given = values[name];
    if (given === undefined) {
      for (const value of presetValues(control)) fields.append(name, value);
    } else if (unused.delete(name)) {
      for (const value of typeof given === "string" ? [given] : given) fields.append(name, value);
    }
  }
  if (unused.size > 0) throw new Error(`The form has no field ${[...unused].join(", ")}`);
  const pressed = buttonOf(form, button);
  const pressedName = pressed?.getAttribute("name");
  if (pressed && pressedName) fields.append(pressedName, pressed.getAttribute("value") ?? "");
  return fields;
}

function presetValues(control: HTMLElement): string[] {
  const tag = control.tagName.toLowerCase();
  if (tag === "textarea") return [control.text.replace(/^\n/, "")];
  if (tag === "select") {
    const options = control.querySelectorAll("option");
    const chosen = options.filter((option) => option.hasAttribute("selected"));
    if (chosen.length === 0 && !control.hasAttribute("multiple")) chosen.push(...options.slice(0, 1));
    return chosen.map((option) => option.getAttribute("value") ?? oneLine(option.text));
  }
  const type = control.getAttribute("type") ?? "text";
  if (["submit", "button", "reset", "file", "image"].includes(type)) return [];
  if (["checkbox", "radio"].includes(type))
    return control.hasAttribute("checked") ? [control.getAttribute("value") ?? "on"] : [];
  return [control.getAttribute("value") ?? ""];
}

/** Fields, and files after them, as the one file field of our forms has them. */
export function multipartOf(fields: Iterable<readonly [string, string]>, files: readonly File[] = []): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  for (const file of files) body.append("file", file, file.name);
  return body;
}
