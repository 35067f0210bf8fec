import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";

/** How many first bytes tell the type of a file. */
const headBytes = 65_536;

const unknown = "application/octet-stream";

/**
 * The media type of a file by its bytes; where these do not say, as with text, the type that its sender gave.
 * @param announced the sender's type
 */
export async function typeOfFile(path: string, announced: string): Promise<string> {
  const found = await typeOfBytes(await readHead(path));
  if (found !== null) return found;
  const mime = announced.toLowerCase().split(";")[0]?.trim() ?? "";
  return /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(mime) ? mime : unknown;
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function typeOfBytes(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime.toLowerCase().split(";")[0] ?? null;
  } catch {
    // It begins like a type that it is not.
    return null;
  }
}
