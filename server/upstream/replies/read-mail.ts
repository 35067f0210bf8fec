import { createHash } from "node:crypto";
import { detect } from "chardet";
import PostalMime, { type Attachment, addressParser, type Email } from "postal-mime";
import { linesOfHtml } from "./html-text.ts";
import { linesOfText, type MailLine } from "./mail-lines.ts";
import {
  type KnownMail,
  type MailAttachment,
  type MailReading,
  type MailTokens,
  mailBounds,
  readCalendarAnswer,
} from "./mail-reading.ts";
import { hidesLinks, mostSearched, secretsIn, withoutTokens } from "./mailed-tokens.ts";
import { failedInWords } from "./plain-bounces.ts";
import { isForward } from "./quote-headers.ts";
import { isReaction, reactionOf } from "./reactions.ts";
import { replyOf } from "./reply-text.ts";

const { parts, nesting, headerBytes, words: mostWords, originalWords } = mailBounds;

type Refused = Extract<MailReading, { state: "refused" }>;

async function parse(bytes: Uint8Array<ArrayBuffer>): Promise<Email | Refused> {
  if (countParts(bytes, parts) > parts) return { state: "refused", reason: "too_many_parts" };
  try {
    // Emails within the email are files.
    const limits = { maxNestingDepth: nesting, maxHeadersSize: headerBytes };
    const email = await PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true });
    const texts = await textsOf(email, bytes, (labelled) =>
      PostalMime.parse(labelled, { ...limits, forceRfc822Attachments: true }),
    );
    return { ...email, ...texts, attachments: email.attachments.flatMap(openTnef) };
  } catch {
    return { state: "refused", reason: "unreadable" };
  }
}

/** Finds what may be secrets of mailed links in an email and in its files. */
export async function findTokens(bytes: Uint8Array<ArrayBuffer>): Promise<MailTokens> {
  const email = await parse(bytes);
  if ("state" in email) return { tokens: [], placed: [], isUnsure: false };
  const { text = "", html = "", subject = "", attachments } = email;
  const tokens = new Set<string>();
  const placed = new Set<string>();
  let searched = 0;
  let isUnsure = [text, html].some(hidesLinks);
  const search = (words: string, isText: boolean) => {
    const room = mostSearched - searched;
    if (words.length > room && isText) isUnsure = true;
    const part = words.slice(0, room);
    searched += part.length;
    const found = secretsIn(part);
    for (const token of found.tokens) tokens.add(token);
    for (const token of found.placed) placed.add(token);
  };
  const shown = [text, html].map((words) => words.slice(0, originalWords));
  for (const words of [...shown, subject, ...attachments.map(({ filename }) => filename ?? "")]) search(words, true);
  for (const file of attachments)
    for (const { words, isSearched } of piecesOf(file)) if (isSearched) search(words, isWritten(file));
  if (tokens.size > mostTokens) isUnsure = true;
  return { tokens: [...tokens].slice(0, mostTokens), placed: [...placed].slice(0, mostTokens), isUnsure };
}

const mostTokens = 50_000;

/** Parses an email. @param known the secrets to mask, and what was mailed in this thread */
export async function readMail(
  bytes: Uint8Array<ArrayBuffer>,
  known: KnownMail = { tokens: [], sent: [] },
): Promise<MailReading> {
  const email = await parse(bytes);
  if ("state" in email) return email;
  const [text, html] = [email.text ?? "", email.html ?? ""].map((words) => words.slice(0, originalWords));
  const named = email.headers.map(({ value }) => value).join("\n");
  const { placed } = secretsIn(`${text}\n${html}\n${named.slice(0, originalWords)}`);
  const secrets = new Set([...known.tokens, ...placed]);
  const clean = (words: string) => withoutTokens(storable(words), secrets, () => "…");
  // A header that breaks the grammar proves nothing.
  const headers = email.headers.map(({ key, value }) => ({ key, value: withoutTokens(value, secrets, () => "…") }));
  const subject = clean(email.subject ?? "").trim();
  const lines = linesOf(clean(text ?? ""), clean(html ?? ""));
  const calendar = email.attachments.flatMap((file) => readCalendarAnswer(file) ?? []);
  const reply = replyOf(lines, { sent: known.sent, isForward: isForward(subject) });
  const reaction = reactionOf(reply.words, email.attachments, known.sent);
  const { words, isCut } = reaction === null ? reply : { words: reaction, isCut: false };
  const written = clean(words);
  const whole = clean(lines.map(({ raw }) => raw).join("\n")).trim();
  const isNewSubject = subject !== "" && !isKnownSubject(subject, known.sent);
  const files = email.attachments.filter((file) => isFile(file) && (reaction === null || !isPicture(file)));
  return {
    state: "read",
    headers,
    from: headers.filter(({ key }) => key === "from").flatMap(({ value }) => addressesIn(value)),
    key: keyOf(email, bytes),
    subject: isNewSubject ? subject : "",
    words: written.slice(0, mostWords).toWellFormed(),
    isCut: written.length > mostWords,
    original:
      isCut || written.length > mostWords
        ? `${isNewSubject ? `${subject}\n\n` : ""}${whole}`.slice(0, originalWords).toWellFormed()
        : "",
    calendar: calendar.map((answer) => ({ ...answer, summary: clean(answer.summary) })),
    attachments: files.map((file) => attachmentOf(file, secrets, clean)),
    failed: failedOf(email, `${text}\n${lines.map(({ bare }) => bare).join("\n")}`),
  };
}

function isKnownSubject(subject: string, sent: readonly string[]): boolean {
  const bare = subject.replace(/^(?:[\p{L}]{1,5}\s?[:：]\s*)+/u, "").toLowerCase();
  return bare === "" || sent.some((text) => text.toLowerCase().startsWith(`${bare}\n`));
}

/** The plain text, unless it leaves out what the HTML says. */
function linesOf(text: string, html: string): readonly MailLine[] {
  if (html.trim() === "") return linesOfText(text);
  const lines = linesOfHtml(html);
  if (text.trim() === "") return lines;
  const plainWords = new Set(wordsIn(text));
  const words = new Set(wordsIn(lines.map(({ bare }) => bare).join("\n")));
  const missing = [...words].filter((word) => !plainWords.has(word)).length;
  return missing > words.size / 4 ? lines : linesOfText(text);
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function addressesIn(header: string): string[] {
  return addressParser(header, { flatten: true }).flatMap(({ address }) => (address === undefined ? [] : [address]));
}

/** The Message-ID; without one, a hash without the lines that servers add. */
function keyOf({ messageId = "", headers }: Email, bytes: Uint8Array): string {
  if (messageId.trim() !== "") return messageId.trim();
  const said = ["from", "date", "subject"].map((name) => headers.find(({ key }) => key === name)?.value ?? "");
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\r\n\r\n");
  return createHash("sha256")
    .update(JSON.stringify(said))
    .update(bytes.subarray(Math.max(0, start)))
    .digest("hex");
}

/** What Postgres can hold: no control characters but line breaks and tabs. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t\r]/gu, "")
    .replace(/\r\n?/g, "\n");
}

const decorations = new Set([
  "application/pgp-signature",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "message/delivery-status",
]);

/** Whether a part is neither decoration nor read otherwise. */
function isFile(file: Attachment): boolean {
  return !isDecoration(file) && !isReaction(file) && readCalendarAnswer(file) === null;
}

function isPicture({ mimeType }: Attachment): boolean {
  return mimeType.startsWith("image/");
}

/** Signatures and tracking pixels. */
function isDecoration({ mimeType, related = false, contentId, disposition, content }: Attachment): boolean {
  if (decorations.has(mimeType)) return true;
  const isWithin = related || (contentId !== undefined && disposition !== "attachment");
  return mimeType.startsWith("image/") && isWithin && bytesOf(content).length <= largestInvisible;
}

/** Bytes; a screenshot is larger. */
const largestInvisible = 400;

function attachmentOf(file: Attachment, secrets: ReadonlySet<string>, clean: (text: string) => string): MailAttachment {
  const { filename, mimeType, content, related = false, contentId, disposition } = file;
  const isShownWithin =
    mimeType.startsWith("image/") && (related || (contentId !== undefined && disposition !== "attachment"));
  return {
    name: filename === null ? null : clean(filename),
    mime: mimeType,
    isShownWithin,
    content: secrets.size === 0 ? bytesOf(content) : maskedBytes(file, secrets),
  };
}

function maskedBytes(file: Attachment, secrets: ReadonlySet<string>): Uint8Array<ArrayBuffer> {
  let room = mostSearched;
  const pieces = piecesOf(file).map(({ words, isSearched }) => {
    if (!isSearched) return words;
    const searched = words.slice(0, room);
    room -= searched.length;
    // Links in what is longer were ended.
    return `${withoutTokens(searched, secrets, (length) => "*".repeat(length))}${words.slice(searched.length)}`;
  });
  return new Uint8Array(Buffer.from(pieces.join(""), "latin1"));
}

function isWritten({ mimeType, filename }: Attachment): boolean {
  return /^(text|message)\//.test(mimeType) || /\.(eml|msg|mht|mhtml|html?|txt|rtf|ics|csv)$/i.test(filename ?? "");
}

/** A file's bytes in pieces, and which of them may have links; inline pictures have none. */
function piecesOf({ mimeType, content }: Attachment) {
  const words = Buffer.from(bytesOf(content)).toString("latin1");
  const isSearched = !/^(image|audio|video)\/|zip|compressed|officedocument/.test(mimeType);
  if (!isSearched || !/^(text|message)\//.test(mimeType)) return [{ words: words, isSearched }];
  return words.split(/(?=^--)/m).map((piece) => ({
    words: piece,
    isSearched: !/^content-type:\s{0,3}(?:image|audio|video)\//im.test(piece.slice(0, 2_000)),
  }));
}

function bytesOf(content: Attachment["content"]): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** Unreachable recipients: by the part that says so (RFC 3464), or by the words of a program that writes none. */
function failedOf({ attachments }: Email, text: string): string[] {
  const statuses = attachments.filter(({ mimeType }) => mimeType === "message/delivery-status");
  return statuses.length > 0 ? statuses.flatMap(failedIn) : failedInWords(text);
}

/** The permanently unreachable recipients of a delivery report (RFC 3464). */
function failedIn({ content }: Attachment): string[] {
  const blocks = new TextDecoder().decode(bytesOf(content)).split(/\r?\n\r?\n/);
  return blocks.flatMap((block) => {
    const isFinal = /^action:\s*failed\b/im.test(block) && /^status:\s*5\./im.test(block);
    const [, address] = /^final-recipient:\s*rfc822;\s*<?([^\s<>]+)/im.exec(block) ?? [];
    return isFinal && address !== undefined ? [address] : [];
  });
}

/** RFC 2046, 5.1.1 allows 70 characters; some programs write more. */
const boundaryForm = /boundary\s{0,3}=\s{0,3}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;

/** More than nesting allows. */
const mostBoundaries = 1000;

/** Counts the parts of an email in linear time, before it is parsed. @param most where counting ends */
function countParts(bytes: Uint8Array, most: number): number {
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

const signature = 0x223e9f78;

/** TNEF (winmail.dat): attributes for the begin of a file, its name, and its bytes. */
const [begins, title, data] = [0x9002, 0x8010, 0x800f];
const ofFile = 2;
const mostFiles = 100;

/** The files in a TNEF package; the package itself where nothing can be read. */
function openTnef(file: Attachment): readonly Attachment[] {
  const isPackage = /ms-tnef/.test(file.mimeType) || /^winmail\.dat$/i.test(file.filename ?? "");
  if (!isPackage || typeof file.content === "string") return [file];
  const files = filesIn(Buffer.from(new Uint8Array(file.content)));
  return files.length === 0 ? [file] : files;
}

function filesIn(bytes: Buffer): readonly Attachment[] {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return [];
  const files: { name: string | null; content: Buffer | null }[] = [];
  // Each entry: level, name, length, bytes, checksum.
  for (let at = 6; at + 9 <= bytes.length && files.length < mostFiles; ) {
    const [level, name, length] = [
      bytes.readUInt8(at),
      bytes.readUInt32LE(at + 1) & 0xffff,
      bytes.readUInt32LE(at + 5),
    ];
    const content = bytes.subarray(at + 9, at + 9 + length);
    at += 9 + length + 2;
    if (level !== ofFile) continue;
    if (name === begins) files.push({ name: null, content: null });
    const last = files.at(-1);
    if (last === undefined) continue;
    if (name === title) last.name = nameIn(content);
    if (name === data) last.content = content;
  }
  return files.flatMap(({ name, content }) =>
    content === null || content.length === 0
      ? []
      : [
          {
            filename: name,
            mimeType: "application/octet-stream",
            disposition: "attachment",
            content: new Uint8Array(content),
          },
        ],
  );
}

function nameIn(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const written = bytes.subarray(0, end < 0 ? bytes.length : end);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(written);
  } catch {
    return new TextDecoder("windows-1252").decode(written);
  }
}

type Texts = { readonly [form in keyof Pick<Email, "text" | "html">]?: string | undefined };

/** Encodings in ASCII letters cannot be checked. */
const ofSevenBits = /^(?:iso-2022|csiso2022|hz|utf-?7|utf-?16|utf-?32|ucs|unicode|x-user-defined)/i;

const mostDetected = 20_000;
const labels = /(charset\s{0,3}=\s{0,3}"?)([\w.:+()-]{1,40})/gi;

/**
 * Texts whose encoding the headers misname: valid UTF-8 is UTF-8, and for an unknown encoding the bytes decide; null for others.
 * @param parse parses the email with other encodings
 */
async function textsOf(
  { text, html }: Texts,
  bytes: Uint8Array<ArrayBuffer>,
  parse: (bytes: Uint8Array<ArrayBuffer>) => Promise<Texts>,
): Promise<Texts> {
  if (!/[^\0-\x7f]/.test(`${text ?? ""}${html ?? ""}`)) return {};
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const named = [...source.matchAll(labels)].flatMap(([, , label = ""]) => (isAscii(label) ? [] : [label]));
  if (named.some((label) => ofSevenBits.test(label))) return {};
  const isNamed = named.length > 0 && named.every(isEncoding);
  // This encoding keeps each byte apart.
  const kept = await parse(new Uint8Array(Buffer.from(labelled(source), "latin1")));
  const read = (words: string | undefined, asNamed: string | undefined) =>
    words === undefined ? asNamed : decode(bytesIn(words), isNamed ? asNamed : undefined);
  return { text: read(kept.text, text), html: read(kept.html, html) };
}

function labelled(source: string): string {
  const head = source.slice(0, Math.max(0, source.search(/\r?\n\r?\n/)));
  const whole = /^content-type:/im.test(head) ? source : `Content-Type: text/plain\r\n${source}`;
  return whole
    .replace(labels, "$1x-user-defined")
    .replace(/^(content-type:[ \t]{0,3}text\/(?:plain|html))(?=\r?\n[^ \t])/gim, "$1; charset=x-user-defined");
}

/** x-user-defined (Encoding Standard) maps bytes above 127 to the end of the private letters. */
function bytesIn(words: string): Buffer {
  return Buffer.from(
    words.replace(/[\uf780-\uf7ff]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) & 0xff)),
    "latin1",
  );
}

function decode(bytes: Buffer, asNamed: string | undefined): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (asNamed !== undefined) return asNamed;
    const found = detect(bytes.subarray(0, mostDetected)) ?? "";
    return new TextDecoder(isEncoding(found) ? found : "windows-1252").decode(bytes);
  }
}

function isAscii(label: string): boolean {
  return /^(?:us-ascii|ascii|ansi_x3)/i.test(label);
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "x-user-defined";
  } catch {
    return false;
  }
}
