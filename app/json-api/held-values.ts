import { isObject } from "./json-object.ts";
import { isLeftEmpty } from "./record.ts";

/**
 * Whether a value of a record is what was sent: services add members, trim texts, change their case, and write phone numbers in
 * their own way.
 */
export function holds(found: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(found) && found.length === sent.length && sent.every((one, at) => holds(found[at], one));
  }
  if (!isObject(sent)) return textOf(found) === textOf(sent);
  const members = Object.entries(sent).filter(([, value]) => !isLeftEmpty(value));
  return isObject(found) && members.every(([name, value]) => holds(found[name], value));
}

function textOf(value: unknown): string {
  const text = String(value);
  if (/^\d+(\.\d+)?$/.test(text)) return String(Number(text));
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return String(Date.parse(text));
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
