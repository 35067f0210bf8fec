import { analyse } from "chardet";

/** The encoding's name is that of the Encoding Standard. */
interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/** Encodings mostly of ASCII letters: no word is of others alone. */
const latin = /^(?:iso-8859-(?:1|2|9)|windows-125[02478])$/i;
/** Encodings that browsers know. */
const known = /^(?:iso-8859-\d{1,2}|windows-\d{3,4}|koi8-r|shift_jis|big5|gb18030|euc-(?:jp|kr))$/i;
const control = /[^\P{Cc}\t\n\f\r]/u;

/**
 * Decodes the beginning of a text: UTF-8 if valid, else UTF-16, else by its letters. @param isCut whether the last character may be cut
 * @returns null for what is no text
 */
export function decodeText(head: Uint8Array, isCut: boolean): DecodedText | null {
  const read = (charset: string) => decodedAs(charset, head, isCut);
  const wide = wideCharset(head);
  if (wide !== null) return read(wide);
  if (/[^\t\n\f\r -\xff]/.test(Buffer.from(head).toString("latin1"))) return null;
  const utf8 = read("utf-8");
  if (utf8 !== null) return utf8;
  const isForeign = isMostlyWords(head);
  const found = analyse(head).flatMap(({ name }) =>
    known.test(name) && !(isForeign && latin.test(name)) ? [name] : [],
  );
  return [...found, isForeign ? "windows-1251" : "windows-1252"].map(read).find((text) => text !== null) ?? null;
}

function decodedAs(label: string, bytes: Uint8Array, isCut: boolean): DecodedText | null {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: isCut });
    return control.test(text) ? null : { text, charset: decoder.encoding };
  } catch {
    return null;
  }
}

/** UTF-16 by its mark, or by zeros in every other byte. */
function wideCharset(head: Uint8Array): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > head.length / 4) return "utf-16le";
  return odd === 0 && even > head.length / 4 ? "utf-16be" : null;
}

/** Whether most bytes above ASCII have at least two others beside them. */
function isMostlyWords(head: Uint8Array): boolean {
  const runs =
    Buffer.from(head)
      .toString("latin1")
      .match(/[\x80-\xff]+/g) ?? [];
  const count = (parts: readonly string[]) => parts.reduce((total, { length }) => total + length, 0);
  return count(runs.filter(({ length }) => length > 2)) * 2 > count(runs);
}
