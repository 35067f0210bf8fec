/** Two letters for a small square: of the first two words, or of the only one. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = "?", second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [first, second].map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
