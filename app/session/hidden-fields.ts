import { hiddenFieldNames } from "../ui/hidden-field-names.ts";

/** The hidden fields that every form of a signed-in person carries, and what must not be kept of the others. */

/** A random UUID, or "v." and the version of the record that the form changes. */
export const keyField = hiddenFieldNames.key;
/** The workspace in which the form was shown. */
export const workspaceField = hiddenFieldNames.workspace;
/** The client in whose portal it was shown. */
export const householdField = hiddenFieldNames.household;
/** The person to whom it was shown, and our mark that it was: what they typed is shown again to them only. */
export const personField = hiddenFieldNames.person;

/** Digests of what the form held at first. */
export const baseField = hiddenFieldNames.base;

/** Of a form that was read without its files: the name of each that was chosen. No page has it. */
export const filesField = hiddenFieldNames.files;

/** The field that people do not see, on forms that anyone can send. Its name is one that browsers fill in nowhere. */
export const honeypotField = "remarks_confirm";

export const hiddenFields: readonly string[] = [
  keyField,
  workspaceField,
  householdField,
  personField,
  baseField,
  filesField,
  honeypotField,
];

/** The text of that field. */
export function writePerson(id: string, mark: string): string {
  return `${id}.${mark}`;
}

/** Whom that field names, and the mark that goes with it; "" where there is none. */
export function readPerson(text: string): { readonly id: string; readonly mark: string } {
  const [, id = text, mark = ""] = /^(.+)\.([\w-]+)$/.exec(text) ?? [];
  return { id, mark };
}

/** Names with dots and indexes as Conform writes them; indexes past 999 would make it build huge arrays. */
const fieldName = /^[A-Za-z_][\w-]*(\.[A-Za-z_]\w*|\[\d{0,3}\])*$/;

/** Names that Conform keeps to itself or refuses to read, wherever they stand in a path. */
const reserved = /^__state__|(^|\.)(__proto__|constructor|prototype)(?=[.[]|$)/;

/** Longer than any name of ours, its indexes included. */
const longestName = 100;

/**
 * What a person typed, and the hidden fields: texts with usable names, line breaks as the wire wants them. Conform's own
 * `__state__` and files are left out.
 */
export function typedFields(form: FormData): [name: string, value: string][] {
  const typed: [string, string][] = [];
  for (const [name, value] of form) {
    const isUsable = name.length <= longestName && fieldName.test(name) && !reserved.test(name);
    if (typeof value !== "string" || !isUsable) continue;
    typed.push([name, value.replaceAll(/\r\n?/g, "\n")]);
  }
  return typed;
}
