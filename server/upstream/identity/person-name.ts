export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** A name as people type it into one field: the last word is the last name, a single word the first. */
export function splitName(name: string): PersonName {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(" "), lastName: last ?? "" };
}

export function fullName({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`.trim();
}
