/** A form of an open page as the fields that it posts, for tests that send it themselves: twice, in parallel, later. */
import type { Response } from "undici";
import type { Visit, Visitor } from "./visitor.ts";

export interface PostedForm {
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** Reads the form with this button, and types into it. @throws when the page has no such form */
export function fillIn(page: Visit, button: string, values: Readonly<Record<string, string>> = {}): PostedForm {
  const forms = page.document.querySelectorAll("form[method=post]");
  const form = forms.find((candidate) =>
    candidate.querySelectorAll("button").some(({ text }) => text.trim() === button),
  );
  if (form === undefined) throw new Error(`No form "${button}" on ${page.url.pathname}: ${page.text.slice(0, 400)}`);
  const fields = new URLSearchParams();
  for (const control of form.querySelectorAll("input, textarea")) {
    const name = control.getAttribute("name");
    if (name !== undefined) fields.append(name, control.getAttribute("value") ?? control.text);
  }
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return { path: form.getAttribute("action") || page.url.pathname + page.url.search, fields };
}

/** Sends it as a browser does, without following where it leads. */
export function post(visitor: Visitor, { path, fields }: PostedForm): Promise<Response> {
  return visitor.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: fields.toString(),
  });
}
