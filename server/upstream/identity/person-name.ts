export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Of several words, the last one is the last name. */
export function splitName(name: string): PersonName {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(" "), lastName: last ?? "" };
}

export function fullName({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`.trim();
}

/** Two letters: of the first two words, or of the only one. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = "?", second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [first, second].map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
