import { submissionFields } from "../ui/hidden-submission.tsx";

/** The hidden fields that every form of a signed-in person carries, and what must not be kept of the others. */

/** A random UUID, or "v." and the version of the record that the form changes. */
export const keyField = submissionFields.key;
/** The workspace in which the form was shown. */
export const workspaceField = submissionFields.workspace;
/** The person to whom it was shown: what they typed is shown again to them only. */
export const personField = "_person";

export const hiddenFields: readonly string[] = [keyField, workspaceField, personField];

/** Names with dots and indexes as Conform writes them; indexes past 999 would make it build huge arrays. */
const fieldName = /^[A-Za-z_][\w-]*(\.[A-Za-z_]\w*|\[\d{0,3}\])*$/;

/** Whether a field's value must never be stored or echoed. */
export function isSecret(name: string): boolean {
  return /password|passcode|secret|token|(^|\.)code$/i.test(name);
}

/**
 * What a person typed, and the hidden fields: texts with usable names, line breaks as the wire wants them. Conform's own
 * `__state__` and files are left out.
 */
export function typedFields(form: FormData): [name: string, value: string][] {
  const typed: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value !== "string" || !fieldName.test(name) || /^__(state|proto)__/.test(name)) continue;
    typed.push([name, value.replaceAll(/\r\n?/g, "\n")]);
  }
  return typed;
}
