/** Where a page goes on once something in one of its lists is done: at the next row, whose button has the focus then. */

/** The id of the element that stands for a record in a list. */
export function placeOf(id: string): string {
  return `at-${id}`;
}

/** Whether a fragment names such an element. */
export function isPlace(hash: string): boolean {
  return hash.startsWith("#at-");
}

/** The address of a page at a record's place; without one at its top. */
export function atPlace(path: string, id: string | null): string {
  return id === null ? path : `${path}#${encodeURIComponent(placeOf(id))}`;
}

/** The record whose row comes after this one's, or before it where it is the last; null for a list's only one. */
export function nextOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id);
  return ids[index + 1] ?? ids[index - 1] ?? null;
}
