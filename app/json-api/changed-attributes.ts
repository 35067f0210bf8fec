import type { Attributes } from "./api.ts";

/** Whether one of these fields of a form holds something else than it did at first; true where the form has none of them. */
export type IsChanged = (fields: readonly string[]) => boolean;

/**
 * The attributes that a person changed: all others stay as somebody else may have left them meanwhile.
 * @param fieldsOf the form's fields that an attribute is made of, where they are not called like it
 */
export function changedAttributes(
  attributes: Attributes,
  isChanged: IsChanged,
  fieldsOf: Readonly<Record<string, readonly string[]>> = {},
): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isChanged(fieldsOf[name] ?? [name])));
}

/** Whether an optional value was left empty. A list without entries and `false` are values. */
export function isLeftEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
