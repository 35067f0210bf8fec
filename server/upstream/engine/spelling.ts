/** Attribute names are snake case on the wire and camel case in code. */

/** "phone_number" and "phoneNumber" give "phoneNumber". */
export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase());
}

/** "phoneNumber" and "phone_number" give "phone_number". */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (character) => `_${character.toLowerCase()}`);
}

/** Whether the text is a UUID as Postgres writes and reads it. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** The value with every name inside it respelled, at any depth. */
export function respell(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, spell));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [spell(name), respell(member, spell)]));
}
