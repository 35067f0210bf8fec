/** Opens winmail.dat, into which Outlook packs files for programs that do not understand it (TNEF, MS-OXTNEF). */
import type { Attachment } from "postal-mime";

const signature = 0x223e9f78;
/** Attributes of the format: where a file begins, its name, and its bytes. */
const [begins, title, data] = [0x9002, 0x8010, 0x800f];
const ofFile = 2;
const mostFiles = 100;

/** The files within; the file itself where it is no such package, or nothing can be read in it. */
export function openTnef(file: Attachment): readonly Attachment[] {
  const isPackage = /ms-tnef/.test(file.mimeType) || /^winmail\.dat$/i.test(file.filename ?? "");
  if (!isPackage || typeof file.content === "string") return [file];
  const files = filesIn(Buffer.from(new Uint8Array(file.content)));
  return files.length === 0 ? [file] : files;
}

function filesIn(bytes: Buffer): readonly Attachment[] {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return [];
  const files: { name: string | null; content: Buffer | null }[] = [];
  // A level, a name, a length, that many bytes, and a sum of them.
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
