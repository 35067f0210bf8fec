import { type FileRow, put } from "./database.ts";

/** Bytes of one request. */
const partSize = 4 * 1024 ** 2;
/** Of one request, in ms: a line that hangs is given up. */
const longest = 300_000;
const version = { "Tus-Resumable": "1.0.0" };

const encode = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Sends a file in parts (https://tus.io/protocols/resumable-upload), from where it stopped.
 * @returns the upload's id; null where uploads are refused, so that the file has to go with its form
 * @throws where the line is lost
 */
export async function sendFile(
  row: FileRow,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: ArrayBuffer },
): Promise<string | null> {
  let { upload } = row;
  let sent = upload === null ? -1 : await offsetOf(upload);
  if (upload === null || sent < 0) {
    const metadata = `filename ${encode(name)},filetype ${encode(type)}`;
    const headers = { ...version, "Upload-Length": String(bytes.byteLength), "Upload-Metadata": metadata };
    const begun = await fetch("/uploads", {
      method: "POST",
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(longest),
    });
    if (begun.status >= 500) throw new Error("Uploads are not taken now.");
    upload = begun.status === 201 ? (begun.headers.get("location")?.split("/").at(-1) ?? null) : null;
    if (upload === null) return null;
    // A device that is full has no room for the row a second time: the file is sent all the same, in one go.
    await put("files", { ...row, upload }).catch(() => {});
    sent = 0;
  }
  while (sent < bytes.byteLength) {
    const headers = { ...version, "Upload-Offset": String(sent), "Content-Type": "application/offset+octet-stream" };
    const body = bytes.slice(sent, sent + partSize);
    const answer = await fetch(`/uploads/${upload}`, {
      method: "PATCH",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(longest),
    });
    const offset = Number(answer.headers.get("upload-offset") ?? Number.NaN);
    if (!answer.ok || !(offset > sent)) throw new Error("A part was not taken.");
    sent = offset;
  }
  return upload;
}

/** How much of an upload has arrived; -1 where it is gone. */
async function offsetOf(upload: string): Promise<number> {
  const answer = await fetch(`/uploads/${upload}`, {
    method: "HEAD",
    headers: version,
    redirect: "manual",
    signal: AbortSignal.timeout(longest),
  });
  if (answer.ok) return Number(answer.headers.get("upload-offset") ?? 0);
  if (answer.status === 404) return -1;
  throw new Error("Uploads are not taken now.");
}
