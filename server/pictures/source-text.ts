/**
 * The source of a picture as a part of a path. A page has a picture in each row, and little else on it is as hard to
 * compress: an id at the end is written as its 16 bytes, since its 36 characters would be three times as long.
 */

const ending = /^(?<before>.*)(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s;

/** No text in UTF-8 begins with this byte. */
const packed = 0xff;
const idBytes = 16;

/** Gives URL-safe characters. */
export function writeSource(source: string): string {
  const { before, id } = ending.exec(source)?.groups ?? {};
  if (before === undefined || id === undefined) return Buffer.from(source).toString("base64url");
  const bytes = Buffer.concat([Buffer.of(packed), Buffer.from(before), Buffer.from(id.replaceAll("-", ""), "hex")]);
  return bytes.toString("base64url");
}

/** Reads what `writeSource` gives; other input becomes some text that is no valid source. */
export function readSource(text: string): string {
  const bytes = Buffer.from(text, "base64url");
  if (bytes[0] !== packed || bytes.length <= idBytes) return bytes.toString();
  const id = bytes.subarray(-idBytes).toString("hex");
  const parts = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return bytes.subarray(1, -idBytes).toString() + parts.join("-");
}
