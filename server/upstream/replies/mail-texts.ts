/** The texts of an email in the encoding in which they really are. */
import { detect } from "chardet";
import type { Email } from "postal-mime";

type Texts = { readonly [form in keyof Pick<Email, "text" | "html">]?: string | undefined };

/** Written in letters of ASCII: whether they are, nobody can see. */
const ofSevenBits = /^(?:iso-2022|csiso2022|hz|utf-?7|utf-?16|utf-?32|ucs|unicode|x-user-defined)/i;
/** Bytes by which an encoding is found. */
const mostDetected = 20_000;
const labels = /(charset\s{0,3}=\s{0,3}"?)([\w.:+()-]{1,40})/gi;

/**
 * Gives the texts that an email's headers misname: bytes that are valid UTF-8 are that, whatever the headers say; where they name no
 * encoding that there is, it is found by the bytes. Nothing for others.
 * @param parse reads the email whose encodings are named anew
 */
export async function textsOf(
  { text, html }: Texts,
  bytes: Uint8Array<ArrayBuffer>,
  parse: (bytes: Uint8Array<ArrayBuffer>) => Promise<Texts>,
): Promise<Texts> {
  if (!/[^\0-\x7f]/.test(`${text ?? ""}${html ?? ""}`)) return {};
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const named = [...source.matchAll(labels)].flatMap(([, , label = ""]) => (isAscii(label) ? [] : [label]));
  if (named.some((label) => ofSevenBits.test(label))) return {};
  const isNamed = named.length > 0 && named.every(isEncoding);
  // The encoding that keeps each byte apart.
  const kept = await parse(new Uint8Array(Buffer.from(labelled(source), "latin1")));
  const read = (words: string | undefined, asNamed: string | undefined) =>
    words === undefined ? asNamed : decode(bytesIn(words), isNamed ? asNamed : undefined);
  return { text: read(kept.text, text), html: read(kept.html, html) };
}

/** Names that encoding for each text, also where none is named. */
function labelled(source: string): string {
  const head = source.slice(0, Math.max(0, source.search(/\r?\n\r?\n/)));
  const whole = /^content-type:/im.test(head) ? source : `Content-Type: text/plain\r\n${source}`;
  return whole
    .replace(labels, "$1x-user-defined")
    .replace(/^(content-type:[ \t]{0,3}text\/(?:plain|html))(?=\r?\n[^ \t])/gim, "$1; charset=x-user-defined");
}

/** Bytes above 127 stand at the end of the private letters (Encoding Standard, x-user-defined). */
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

/** With other bytes it is no name for them. */
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
