/** The longest that a boundary may be is 70 characters (RFC 2046, 5.1.1); some programs do not know. */
const boundaryForm = /boundary\s{0,3}=\s{0,3}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;

/** Boundaries that are looked for: more than nesting allows. */
const mostBoundaries = 1000;

/**
 * Counts the parts of an email before it is taken apart, in time proportional to its length.
 * @param most where counting ends
 */
export function countParts(bytes: Uint8Array, most: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const boundaries = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(boundaryForm)) {
    boundaries.add(quoted ?? bare ?? "");
    if (boundaries.size > mostBoundaries) return most + 1;
  }
  let count = 0;
  for (let at = text.indexOf("\n--"); at >= 0 && count <= most; at = text.indexOf("\n--", at + 1)) {
    const line = text.slice(at + 3, at + 3 + 210);
    const end = line.indexOf("\n");
    if (boundaries.has((end < 0 ? line : line.slice(0, end)).trimEnd())) count += 1;
  }
  return count;
}
