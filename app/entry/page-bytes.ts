import { hash } from "node:crypto";

/** The bytes of pages that are complete when they are answered, so that nobody has to read them from a stream. */

const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/** Makes a response whose bytes `wholeBodyOf` gives. */
export function answerWhole(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The bytes of a response; null where they have to be read. */
export function wholeBodyOf(response: Response): Buffer<ArrayBuffer> | null {
  return bodies.get(response) ?? null;
}

/** A text of our own within a page, and what stands in its place until the page is rendered. */
export type PlacedText = readonly [place: string, text: Buffer];

/**
 * The bytes of a page with its texts, each in its place. They are half of a page and the same on many: encoded with each page they
 * would cost as much as everything else that is in it.
 * @param texts in the order of their places; those without a place are left out
 */
export function fillPlaces(html: string, texts: readonly PlacedText[]): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [place, text] of texts) {
    const at = html.indexOf(place, from);
    if (at === -1) continue;
    pieces.push(Buffer.from(html.slice(from, at)), text);
    from = at + place.length;
  }
  return Buffer.concat([...pieces, Buffer.from(html.slice(from))]);
}

/**
 * The entity tag of a page, a hash of everything it is rendered from; weak, because of several compressions.
 * @param parts values with a JSON form, Map, Set and bigint
 */
export function tagPage(parts: unknown): string {
  // A function for each value takes twice as long, and few pages have a value that needs it.
  const text = isPlain(parts) ? JSON.stringify(parts) : JSON.stringify(parts, plainValue);
  return `W/"${hash("sha1", text ?? "", "base64url")}"`;
}

function isPlain(value: unknown): boolean {
  if (typeof value === "bigint") return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof Map || value instanceof Set) return false;
  return Object.values(value).every(isPlain);
}

/** Values that `JSON.stringify` would drop, so that different pages had the same tag. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === "bigint") return { bigint: String(value) };
  return value;
}

/** Whether the browser has this version (RFC 9110 13.1.2: compared weakly, `*` means any). */
export function isKnown(tag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}
