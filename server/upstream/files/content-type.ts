/** Recognizes the type of a file from its bytes, whatever its name and announced type say. */

type FileKind = "pdf" | "image" | "text" | "other";

export interface ContentType {
  /** A media type without parameters, in lower case. */
  readonly mime: string;
  readonly kind: FileKind;
  /** The beginning of a plain text, for searching; null of everything else. */
  readonly excerpt: string | null;
}

/** How many bytes from the beginning are looked at. */
export const headBytes = 65_536;
const longestExcerpt = 20_000;

/** Texts that are only text: nothing in them is ever run. */
const plainTexts = new Set(["text/plain", "text/csv", "text/markdown", "text/tab-separated-values", "text/calendar"]);

/**
 * Tells what a file is.
 * @param head its first bytes, up to `headBytes`
 * @param announced the type that it was announced with: only decides between kinds of plain text
 */
export async function contentTypeOf(head: Uint8Array, announced: string): Promise<ContentType> {
  const mime = await signatureOf(head);
  if (mime !== null) return { mime, kind: kindOf(mime), excerpt: null };
  const text = textOf(head);
  if (text === null) return { mime: "application/octet-stream", kind: "other", excerpt: null };
  if (isMarkup(text)) {
    return { mime: /<svg\b/i.test(text) ? "image/svg+xml" : "text/html", kind: "other", excerpt: null };
  }
  const plain = plainTexts.has(announced) ? announced : "text/plain";
  return { mime: plain, kind: "text", excerpt: text.slice(0, longestExcerpt).toWellFormed() };
}

/** Gives the type of what begins as only that type does. */
async function signatureOf(head: Uint8Array): Promise<string | null> {
  // Loaded with the first file: most starts have no use for it.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const found = await fileTypeFromBuffer(head);
    return found === undefined ? null : (found.mime.toLowerCase().split(";")[0] ?? null);
  } catch {
    return null;
  }
}

const pictures = new Set(
  ["png", "jpeg", "gif", "webp", "avif", "heic", "heif", "tiff", "bmp"].map((t) => `image/${t}`),
);

function kindOf(mime: string): FileKind {
  if (mime === "application/pdf") return "pdf";
  return pictures.has(mime) ? "image" : "other";
}

/** The bytes as text when they are text in UTF-8, else null. The last character may be cut off. */
function textOf(head: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: head.length >= headBytes });
    // Control characters that no text has.
    return /[^\P{Cc}\t\n\f\r]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Whether a browser that guesses could take the text for a page. */
function isMarkup(text: string): boolean {
  return /<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|title|table|div|br|[ab]\b|p\b|h1)/i.test(
    text.slice(0, 4096),
  );
}

/** Types that a browser may show in a page of ours; everything else is only ever downloaded. */
const shown = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "text/plain",
]);

/** Whether the type may be shown, as opposed to downloaded. */
export function isShown(mime: string): boolean {
  return shown.has(mime);
}

/** The type with which bytes are sent: what could run in a browser is sent as plain binary data. */
export function servedType(mime: string): string {
  if (mime.startsWith("text/") && plainTexts.has(mime)) return `${mime}; charset=utf-8`;
  return /^(text|application\/(xhtml|xml|x-?javascript|javascript|ecmascript))|[+/]xml$/.test(mime)
    ? "application/octet-stream"
    : mime;
}
