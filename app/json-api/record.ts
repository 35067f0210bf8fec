import type { Attributes } from "./api.ts";
import type { FormFields } from "./api-error.ts";

/** `etag` is the record's version and `can` what the current user may do with it; null where the service does not say. */
export interface Versioned {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
}

/** Makes a write apply once, and only to the version that its user saw. */
export interface WriteTerms {
  readonly key: string;
  /** Null where the service has no versions. */
  readonly etag: string | null;
}

export interface ChangeTerms extends WriteTerms {
  readonly isChanged: IsChanged;
}

/** Whether a text can be the id of a record. Services choose their own: it is any text that can be one segment of a path. */
export function isRecordId(text: string): boolean {
  // URL parsers resolve "." and "..", even encoded; no database keeps NUL.
  return !["", ".", ".."].includes(text) && !text.includes("\0") && text.isWellFormed();
}

/** The record that a parameter or a field names with its type, as in "client.5f…"; null for anything else. */
export function readReference(text: string): { readonly type: string; readonly id: string } | null {
  const [, type, id = ""] = /^([a-z]+)\.(.*)$/s.exec(text) ?? [];
  return type === undefined || !isRecordId(id) ? null : { type, id };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, of which people can make nothing. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Whether one of these fields of a form holds something else than it did at first; true where the form has none of them. */
export type IsChanged = (fields: readonly string[]) => boolean;

/** The attributes that a person changed: all others stay as somebody else may have left them meanwhile. */
export function changedAttributes(attributes: Attributes, isChanged: IsChanged, fields: FormFields = {}): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isChanged([fields[name] ?? name].flat())));
}

/** Whether an optional value was left empty. A list without entries and `false` are values. */
export function isLeftEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
