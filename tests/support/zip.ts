/** What is in a zip, read by its directory at the end, as every program does. */
import { crc32 } from "node:zlib";

/** Gives names and texts in their order. @throws for what is no whole zip of stored files */
export async function readZip(bytes: ArrayBuffer): Promise<Record<string, string>> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf("PK\u0005\u0006");
  if (end < 0) throw new Error("The zip has no end.");
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, check, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    if (method !== 0 || crc32(content) !== check) throw new Error(`${name} is not whole.`);
    files[name] = content.toString("utf8");
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
