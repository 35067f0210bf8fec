import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { byteStream } from "#app/json-api/byte-stream.ts";
import type { Fetch } from "#app/json-api/fetch-transport.ts";
import { type FilePost, PostFailed, type PostFile } from "#app/uploads/uploads.ts";

interface FilePostOptions {
  /** The embedded service and its origin; null without one. */
  readonly embedded: { readonly origin: string; readonly fetch: Fetch } | null;
  readonly limits?: PostLimits;
}

export interface PostLimits {
  /** In ms without a byte. */
  readonly stallMs: number;
  /** In ms after the last byte. */
  readonly answerMs: number;
}

const patient: PostLimits = { stallMs: 30_000, answerMs: 60_000 };

interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<Buffer<ArrayBuffer>>;
}

type Send = (uri: URL, form: Form, signal: AbortSignal) => Promise<number>;

/** Posts files to the address that the service signed. */
export function createFilePost({ embedded, limits = patient }: FilePostOptions): PostFile {
  let opened: ReturnType<typeof openStores> | undefined;
  const overNetwork: Send = async (uri, { headers, pieces }, signal) => {
    opened ??= openStores();
    const { request, dispatcher } = await opened;
    const body = Readable.from(pieces, { objectMode: false });
    // The moving deadline is the limit. A redirect would lead where nothing was signed for.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
    const answer = await request(uri, { dispatcher, method: "POST", headers, body, signal, ...timeouts });
    await answer.body.dump();
    return answer.statusCode;
  };
  const inside = (fetch: Fetch): Send => {
    return async (uri, { headers, pieces }, signal) => {
      const body = byteStream(pieces);
      const response = await fetch(new Request(uri, { method: "POST", headers, body, signal, ...streamed }));
      await response.body?.cancel();
      return response.status;
    };
  };
  return async (post) => {
    const uri = URL.parse(post.uri);
    if (uri === null || !isStoreAddress(uri)) throw new PostFailed("refused", null);
    const send = embedded !== null && uri.origin === embedded.origin ? inside(embedded.fetch) : overNetwork;
    const status = await deliver(send, uri, post, limits);
    if (status < 200 || status > 299) throw new PostFailed(status < 500 ? "refused" : "unavailable", status);
  };
}

/** Stores have connections of their own; responses are short. Loaded with the first file that is sent to one. */
async function openStores() {
  const { Agent, request } = await import("undici");
  return { request, dispatcher: new Agent({ connections: 16, maxResponseSize: 64 * 1024, allowH2: false }) };
}

/** Required for streams, and missing in the DOM's types. */
const streamed: object = { duplex: "half" };

function isStoreAddress({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** The deadline moves with the bytes. The file is closed in any case. */
async function deliver(send: Send, uri: URL, post: FilePost, { stallMs, answerMs }: PostLimits): Promise<number> {
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), stallMs);
  const allow = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), ms);
  };
  const progress = { moved: () => allow(stallMs), complete: () => allow(answerMs) };
  const givenUp = new Promise<never>((_, reject) => {
    late.signal.addEventListener("abort", () => reject(new Error("The store stood still.")), { once: true });
  });
  try {
    return await Promise.race([send(uri, formOf(post, progress, late.signal), late.signal), givenUp]);
  } catch (error) {
    throw new PostFailed("unavailable", null, { cause: error });
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}

interface Progress {
  readonly moved: () => void;
  readonly complete: () => void;
}

function formOf({ fields, path, size, mime }: FilePost, progress: Progress, signal: AbortSignal): Form {
  const boundary = `latchkey${randomBytes(18).toString("hex")}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`,
  );
  // The store gets the key, not the file's name.
  const head = `--${boundary}\r\n${disposition("file")}; filename="file"\r\nContent-Type: ${mime}\r\n\r\n`;
  const before = Buffer.from(parts.join("") + head);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(before.length + size + after.length),
    },
    // No more than announced, even if the file has grown.
    pieces: piecesOf(before, { path, end: size - 1, signal }, after, progress),
  };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, "_")}"`;
}

async function* piecesOf(
  before: Buffer<ArrayBuffer>,
  { path, end, signal }: { path: string; end: number; signal: AbortSignal },
  after: Buffer<ArrayBuffer>,
  { moved, complete }: Progress,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  yield before;
  for await (const piece of createReadStream(path, { end, signal, highWaterMark: 256 * 1024 })) {
    moved();
    yield piece;
  }
  complete();
  yield after;
}
