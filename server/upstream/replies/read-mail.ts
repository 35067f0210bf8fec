import { createHash } from "node:crypto";
import PostalMime, { type Attachment, addressParser, type Email } from "postal-mime";
import { textOfHtml } from "./html-text.ts";
import { type MailAttachment, type MailReading, mailBounds } from "./mail-reading.ts";
import { countParts } from "./part-count.ts";
import { replyOf } from "./reply-text.ts";

const { parts, nesting, headerBytes, words: mostWords } = mailBounds;

/** Reads an email. It may take long and much memory: see `mailBounds`. */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<MailReading> {
  if (countParts(bytes, parts) > parts) return { state: "refused", reason: "too_many_parts" };
  let email: Email;
  try {
    // Emails within the email are files, and are not looked into.
    const limits = { maxNestingDepth: nesting, maxHeadersSize: headerBytes };
    email = await PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true });
  } catch {
    return { state: "refused", reason: "unreadable" };
  }
  const written = withoutTokens(storable(replyOf(textOf(email))));
  return {
    state: "read",
    headers: email.headers.map(({ key, value }) => ({ key, value })),
    from: email.headers.filter(({ key }) => key === "from").flatMap(({ value }) => addressesIn(value)),
    key: keyOf(email, bytes),
    words: written.slice(0, mostWords).toWellFormed(),
    isCut: written.length > mostWords,
    attachments: email.attachments.filter((file) => !isDecoration(file)).map(attachmentOf),
    failed: email.attachments.filter(({ mimeType }) => mimeType === "message/delivery-status").flatMap(failedIn),
  };
}

/** The links of our own emails sign people in. Where a quote was not recognized as one, nobody else is to read them. */
function withoutTokens(text: string): string {
  return text.replace(/(\/client-portal\/[a-z-]{1,20}\/)[\w-]{20,}/g, "$1…");
}

function textOf({ text = "", html = "" }: Email): string {
  return text.trim() === "" ? textOfHtml(html) : text;
}

function addressesIn(header: string): string[] {
  return addressParser(header, { flatten: true }).flatMap(({ address }) => (address === undefined ? [] : [address]));
}

/** Without an id the email is known by what is in it; the lines that servers add on the way are not. */
function keyOf({ messageId = "", headers }: Email, bytes: Uint8Array): string {
  if (messageId.trim() !== "") return messageId.trim();
  const said = ["from", "date", "subject"].map((name) => headers.find(({ key }) => key === name)?.value ?? "");
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\r\n\r\n");
  return createHash("sha256")
    .update(JSON.stringify(said))
    .update(bytes.subarray(Math.max(0, start)))
    .digest("hex");
}

/** What Postgres holds and pages show: no control characters but line breaks and tabs. */
function storable(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, "");
}

const decorations = new Set([
  "application/pgp-signature",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "message/delivery-status",
]);

/** A logo in a signature is smaller than what people send to be seen. */
const largestLogo = 64 * 1024;

/** Signatures of programs, and pictures of people's signatures, which are shown within the text. */
function isDecoration({ mimeType, related = false, contentId, disposition, content }: Attachment): boolean {
  if (decorations.has(mimeType)) return true;
  const isWithin = related || (contentId !== undefined && disposition !== "attachment");
  return mimeType.startsWith("image/") && isWithin && bytesOf(content).length <= largestLogo;
}

function attachmentOf({ filename, mimeType, content }: Attachment): MailAttachment {
  return { name: filename === null ? null : storable(filename), mime: mimeType, content: bytesOf(content) };
}

function bytesOf(content: Attachment["content"]): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** The recipients of a report (RFC 3464) to whom nothing can be delivered, now or later. */
function failedIn({ content }: Attachment): string[] {
  const blocks = new TextDecoder().decode(bytesOf(content)).split(/\r?\n\r?\n/);
  return blocks.flatMap((block) => {
    const isFinal = /^action:\s*failed\b/im.test(block) && /^status:\s*5\./im.test(block);
    const [, address] = /^final-recipient:\s*rfc822;\s*<?([^\s<>]+)/im.exec(block) ?? [];
    return isFinal && address !== undefined ? [address] : [];
  });
}
