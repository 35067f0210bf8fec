/** Recognizes a file's type by its bytes, whatever its name says. */
import { decodeText } from "../texts/encoding.ts";

type FileKind = "pdf" | "image" | "text" | "other";

export interface ContentType {
  readonly mime: string;
  readonly kind: FileKind;
  /** The beginning of a plain text, for searching. */
  readonly excerpt: string | null;
  /** Of a plain text. */
  readonly charset: string | null;
}

export const headBytes = 65_536;
const longestExcerpt = 20_000;

/** Nothing in them is ever run. */
const plainTexts = new Set(["text/plain", "text/csv", "text/markdown", "text/tab-separated-values", "text/calendar"]);

/** @param head up to `headBytes` @param announced decides only between kinds of plain text */
export async function contentTypeOf(head: Uint8Array, announced: string): Promise<ContentType> {
  const none = { excerpt: null, charset: null };
  const decoded = decodeText(head, head.length >= headBytes);
  const signature = await signatureOf(head);
  const found = signature !== null && decoded !== null && signedByWord.has(signature) ? null : signature;
  const mime = found ?? (isLatePdf(head) ? "application/pdf" : null);
  if (mime !== null) return { mime, kind: kindOf(mime), ...none };
  if (decoded === null) return { mime: "application/octet-stream", kind: "other", ...none };
  const { text, charset } = decoded;
  if (isMarkup(text)) return { mime: /<svg\b/i.test(text) ? "image/svg+xml" : "text/html", kind: "other", ...none };
  const plain = plainTexts.has(announced) ? announced : "text/plain";
  return { mime: plain, kind: "text", excerpt: text.slice(0, longestExcerpt).toWellFormed(), charset };
}

async function signatureOf(head: Uint8Array): Promise<string | null> {
  // Loaded with the first file.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const found = await fileTypeFromBuffer(head);
    return found === undefined ? null : (found.mime.toLowerCase().split(";")[0] ?? null);
  } catch {
    return null;
  }
}

/** Signatures of letters, with which a sentence may begin: "BM", "MZ", "BZh", "MP+", "ID3", "FORM". */
const signedByWord = new Set([
  ...["image/bmp", "application/x-msdownload", "application/x-bzip2"],
  ...["audio/x-musepack", "audio/mpeg", "audio/aiff"],
]);

const pictures = new Set(
  ["png", "jpeg", "gif", "webp", "avif", "heic", "heif", "tiff", "bmp"].map((t) => `image/${t}`),
);

function kindOf(mime: string): FileKind {
  if (mime === "application/pdf") return "pdf";
  return pictures.has(mime) ? "image" : "other";
}

/** How far programs look for a PDF's header. */
const latestHeader = 1024;

/** A PDF behind other bytes: of a mail, a printer or an old disk. */
function isLatePdf(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString("latin1");
  const start = text.slice(0, latestHeader + 8).search(/%PDF-\d\.\d\s/);
  return start > 0 && !isMarkup(text.slice(0, start)) && /\s\d{1,10} \d{1,5} obj\b/.test(text.slice(start));
}

function isMarkup(text: string): boolean {
  return /<(?:!doctype|!--|\?xml|(?:html|head|body|script|svg|iframe|style|title|table|div|br|[abp]|h1)(?:[\s/>]|$))/i.test(
    text.slice(0, 4096),
  );
}

/** Types that pages may show; others are downloaded. */
const shown = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "text/plain",
]);

/** Whether a type may be shown instead of downloaded. */
export function isShown(mime: string): boolean {
  return shown.has(mime);
}

/** What could run in a browser is sent as binary data. */
export function servedType(mime: string, charset: string | null): string {
  if (mime.startsWith("text/") && plainTexts.has(mime)) return `${mime}; charset=${charset ?? "utf-8"}`;
  return /^(text|application\/(xhtml|xml|x-?javascript|javascript|ecmascript))|[+/]xml$/.test(mime)
    ? "application/octet-stream"
    : mime;
}
