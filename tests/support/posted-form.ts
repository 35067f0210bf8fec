/** A form of an open page as the fields that it posts, for tests that send it themselves: twice, in parallel, later. */
import type { HTMLElement } from "node-html-parser";
import type { Response } from "undici";
import { buttonOf, nameOfButton, successfulControls, type Values } from "./form-entries.ts";
import type { Visit, Visitor } from "./visitor.ts";

export interface PostedForm {
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** Reads the form with this button, and types into it. @throws when the page has no such form, or the form no such field */
export function fillForm(page: Visit, button: string, typed: Readonly<Record<string, string>> = {}): PostedForm {
  const forms = page.document.querySelectorAll("form[method=post]");
  const form = forms.find((candidate) => buttonOf(candidate, button) === candidate.querySelector("button"));
  if (form === undefined) throw new Error(`No form "${button}" on ${page.url.pathname}: ${page.text.slice(0, 400)}`);
  const fields = successfulControls(form, typed, button);
  return { path: form.getAttribute("action") || page.url.pathname + page.url.search, fields };
}

/** By which a form is known: what its first button says, by `nameOfButton`. */
export function firstButton(form: HTMLElement): string {
  const button = form.querySelector("button");
  return button === null ? "" : nameOfButton(button);
}

/** What the form with this button would send; null where there is none. */
export function fieldsOf(page: Visit, button: string, typed: Values = {}): URLSearchParams | null {
  const forms = page.document.querySelectorAll("form[method=post]");
  const form = forms.find((candidate) => firstButton(candidate) === button);
  return form === undefined ? null : successfulControls(form, typed, button);
}

/** What stands in these fields of that form; nothing in each where there is no such form. */
export function valuesOf(page: Visit, button: string, names: readonly string[]): Record<string, string[]> {
  const fields = fieldsOf(page, button);
  return Object.fromEntries(names.map((name) => [name, fields?.getAll(name) ?? []]));
}

/** Sends it as a browser does, without following where it leads. */
export function post(visitor: Visitor, { path, fields }: PostedForm): Promise<Response> {
  return visitor.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: fields.toString(),
  });
}
