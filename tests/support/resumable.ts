/** Uploads in parts by the tus protocol, as a browser sends them. */
import type { Visitor } from "./visitor.ts";

const always = { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" };

interface Announcement {
  readonly name: string;
  /** Bytes; not a number for none. */
  readonly size: number;
}

/** Announces a file; gives the answer, whatever it is. */
export async function tryToAnnounce(visitor: Visitor, { name, size }: Announcement) {
  const values = { filename: name, filetype: "text/plain", modified: "1700000000000" };
  const metadata = Object.entries(values).map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
  const length: Record<string, string> = Number.isNaN(size) ? {} : { "upload-length": String(size) };
  const headers = { ...always, ...length, "upload-metadata": metadata.join(",") };
  return visitor.request("/uploads", { method: "POST", headers });
}

/** Announces a file and gives the address of its upload. */
export async function announce(visitor: Visitor, announcement: Announcement): Promise<string> {
  const answer = await tryToAnnounce(visitor, announcement);
  const path = answer.headers.get("location");
  if (answer.status !== 201 || path === null) throw new Error(`${answer.status} ${await answer.text()}`);
  return path;
}

/** Sends bytes from an offset on; gives how many are there then. */
export async function sendPart(visitor: Visitor, path: string, offset: number, body: string) {
  const headers = { ...always, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  const answer = await visitor.request(path, { method: "PATCH", headers, body });
  await answer.body?.cancel();
  return { status: answer.status, offset: numberOf(answer.headers.get("upload-offset")) };
}

/** How much of an upload is there. */
export async function newsOf(visitor: Visitor, path: string) {
  const answer = await visitor.request(path, { method: "HEAD", headers: always });
  const [offset, length] = ["upload-offset", "upload-length"].map((name) => numberOf(answer.headers.get(name)));
  return { status: answer.status, offset, length };
}

function numberOf(text: string | null): number {
  return text === null ? Number.NaN : Number(text);
}
