import { hash } from "node:crypto";

/** A part of a page; what many pages share is the same buffer each time, so that its compressed form can be kept. */
export interface PagePiece {
  readonly bytes: Buffer;
  readonly isShared: boolean;
}

const pieces = new WeakMap<Response, readonly PagePiece[]>();

/**
 * Makes a response of a page that is complete when it is answered. Whoever compresses it takes its pieces: its bytes are put together
 * only when they are read, as copying them into a response costs as much as compressing them.
 */
export function answerWhole(page: readonly PagePiece[], init: ResponseInit): Response {
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytesOf(page));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  pieces.set(response, page);
  return response;
}

/** All bytes of a page. */
export function bytesOf(page: readonly PagePiece[]): Buffer<ArrayBuffer> {
  return Buffer.concat(page.map(({ bytes }) => bytes));
}

/** The pieces of such a response; null where it has to be read. */
export function piecesOf(response: Response): readonly PagePiece[] | null {
  return pieces.get(response) ?? null;
}

/** A text of our own within a page, and what stands in its place until the page is rendered. */
export type PlacedText = readonly [place: string, text: Buffer];

/**
 * The pieces of a page with its texts, each in its place. They are half of a page and the same on many: encoded with each page they
 * would cost as much as everything else that is in it.
 * @param texts in the order of their places; those without a place are left out
 */
export function fillPlaces(html: string, texts: readonly PlacedText[]): PagePiece[] {
  const page: PagePiece[] = [];
  let from = 0;
  for (const [place, text] of texts) {
    const at = html.indexOf(place, from);
    if (at === -1) continue;
    page.push(ownPiece(html.slice(from, at)), { bytes: text, isShared: true });
    from = at + place.length;
  }
  return [...page, ownPiece(html.slice(from))];
}

/** Characters of the texts around what pages share, such as the head with a title: compressing one costs hardly less than a whole page. */
const longestKept = 512;
const shortPieces = new Map<string, PagePiece>();

function ownPiece(text: string): PagePiece {
  const isShared = text.length <= longestKept;
  const make = () => ({ bytes: Buffer.from(text), isShared });
  return isShared ? keptIn(shortPieces, text, make) : make();
}

/** Pages differ by what is on them: more than there are kinds of pages, and a bound on memory. */
const mostKept = 500;

/** What was made earlier for the key, or is made now. @param made forgets all when it is full */
export function keptIn<Made>(made: Map<string, Made>, key: string, make: () => Made): Made {
  const earlier = made.get(key);
  if (earlier !== undefined) return earlier;
  const value = make();
  if (made.size === mostKept) made.clear();
  made.set(key, value);
  return value;
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
