import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type PagePiece, piecesOf } from "#app/entry/page-bytes.ts";
import { acceptsEncoding, type Coding, compressHarder, gzip, missesFirstFlight } from "./coding.ts";
import { type Dictionary, dictionaryFor } from "./dictionaries.ts";
import type { Layer, WebContext } from "./layer.ts";

/** Below this many bytes, headers outweigh the gain. */
const worthWhile = 512;

/** React Router's `.data` answers are text/x-script. Pictures and documents are compressed already. */
const compressible = /^(text\/(?!event-stream)|application\/(json|manifest\+json|xml|vnd\.api\+json)|image\/svg)/;

/**
 * Compresses the app's responses. Complete bodies are compressed in one call, a fifth of a stream's CPU; streamed ones are flushed
 * piece by piece. @param dictionaries for pages; browsers without one are told where to fetch it
 */
export function compressAnswers(dictionaries: readonly Dictionary[] = []): Layer {
  return async (context, next) => {
    const kept = keptDictionary(context, dictionaries);
    const isRevalidated = kept !== undefined && takeTag(context, kept.coding);
    await next();
    const answer = context.res;
    const type = answer.headers.get("Content-Type") ?? "";
    if (answer.status === 304) return describeUnchanged(answer.headers, dictionaries, isRevalidated && kept.coding);
    if (!compressible.test(type)) return;
    answer.headers.append("Vary", "Accept-Encoding");
    const isPage = type.startsWith("text/html");
    if (isPage && dictionaries.length > 0) nameDictionary(context, dictionaries, kept);
    const coding = (isPage && kept?.coding) || acceptedCoding(context);
    if (coding === null || answer.headers.has("Content-Encoding") || context.req.method === "HEAD") return;
    const page = piecesOf(answer);
    const body = page
      ? compressPage(page, coding, context)
      : await compressBody(answer, coding, (error) => breakOff(context, error));
    if (body === null) return;
    const { headers, status, statusText } = answer;
    if (body.encoding !== null) {
      headers.set("Content-Encoding", body.encoding);
      headers.delete("Content-Length");
      markTag(headers, coding);
    }
    // Otherwise the old headers would overwrite the new ones.
    context.res = undefined;
    context.res = new Response(body.content, { status, statusText, headers });
  };
}

function acceptedCoding({ req }: WebContext): Coding | null {
  return acceptsEncoding(req.header("accept-encoding"), gzip.name) ? gzip : null;
}

function keptDictionary(context: WebContext, dictionaries: readonly Dictionary[]): Dictionary | undefined {
  const name = context.req.header("available-dictionary");
  if (name === undefined) return undefined;
  const found = dictionaries.find((dictionary) => dictionary.name === name);
  return found && acceptsEncoding(context.req.header("accept-encoding"), found.coding.name) ? found : undefined;
}

/** Names the page's dictionary to browsers that lack it and do not save data; they fetch it when idle. */
function nameDictionary(context: WebContext, dictionaries: readonly Dictionary[], kept: Dictionary | undefined): void {
  const { headers, status } = context.res;
  headers.append("Vary", "Available-Dictionary");
  const fitting = dictionaryFor(dictionaries, context.req.path);
  const isMissing = fitting !== undefined && fitting.name !== kept?.name;
  if (!isMissing || status !== 200 || context.req.header("save-data") === "on") return;
  headers.append("Link", `<${fitting.path}>; rel="compression-dictionary"`);
}

/**
 * A strong ETag promises the same bytes. With a dictionary the tag names it: a browser that has lost or replaced the dictionary
 * must not be told that the body is still good.
 */
function markTag(headers: Headers, { tag: mark }: Coding): void {
  const tag = headers.get("ETag");
  if (tag === null) return;
  const weak = tag.startsWith("W/") ? tag : `W/${tag}`;
  headers.set("ETag", mark === "" ? weak : weak.replace(/"$/, `.${mark}"`));
}

/** Removes the dictionary's mark from If-None-Match for the app. @returns whether there was one */
function takeTag(context: WebContext, { tag: mark }: Coding): boolean {
  const tags = context.req.header("if-none-match");
  if (tags?.includes(`.${mark}"`) !== true) return false;
  context.req.raw.headers.set("If-None-Match", tags.replaceAll(`.${mark}"`, '"'));
  return true;
}

function describeUnchanged(headers: Headers, dictionaries: readonly Dictionary[], coding: Coding | false): void {
  headers.append("Vary", "Accept-Encoding");
  if (dictionaries.length > 0) headers.append("Vary", "Available-Dictionary");
  if (coding) markTag(headers, coding);
}

interface Body {
  readonly content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Null for what is sent as it is. */
  readonly encoding: string | null;
}

function compressPage(page: readonly PagePiece[], coding: Coding, { req }: WebContext): Body {
  const content = coding.compress(page);
  const isLate = coding === gzip && missesFirstFlight(content);
  const harder = isLate && acceptsEncoding(req.header("accept-encoding"), "br") ? compressHarder(page) : content;
  return harder.byteLength < content.byteLength
    ? { content: harder, encoding: "br" }
    : { content, encoding: coding.name };
}

async function compressBody(answer: Response, coding: Coding, onFailure: (error: unknown) => void) {
  return answer.body === null ? null : compress(answer.body, coding, onFailure);
}

async function compress(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  coding: Coding,
  onFailure: (error: unknown) => void,
): Promise<Body> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const reading = reader.read();
    // After the first piece, only pieces that are there already belong to the same call.
    const read = chunks.length === 0 ? await reading : await Promise.race([reading, nextTurn(null)]);
    if (read === null) {
      const content = compressStream({ begun: chunks, reading, reader }, coding, onFailure);
      return { content, encoding: coding.name };
    }
    if (read.done) break;
    chunks.push(read.value);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength < worthWhile) return { content: bytes, encoding: null };
  return { content: coding.compress([{ bytes, isShared: false }]), encoding: coding.name };
}

interface Begun {
  readonly begun: Uint8Array[];
  readonly reading: ReturnType<Reader["read"]>;
  readonly reader: Reader;
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

function compressStream(
  { begun, reading, reader }: Begun,
  coding: Coding,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { head, compressor } = coding.begin();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.concat(begun);
      for (let read = await reading; !read.done; read = await reader.read()) yield read.value;
    } finally {
      await reader.cancel();
    }
  }
  // An error shows where the compressed pieces are read.
  pipeline(pieces, compressor).catch(() => {});
  const compressed = compressor.iterator();
  let hasLeft = false;
  return new ReadableStream({
    start(controller) {
      if (head.byteLength > 0) controller.enqueue(head);
    },
    async pull(controller) {
      try {
        const { done, value } = await compressed.next();
        if (!done) return controller.enqueue(value);
      } catch (error) {
        if (!hasLeft) onFailure(error);
      }
      if (!hasLeft) controller.close();
    },
    cancel() {
      // The client closed the connection.
      hasLeft = true;
      compressor.destroy();
    },
  });
}

function breakOff(context: WebContext, error: unknown): void {
  context.get("log").error({ err: error }, "A page broke off");
  context.env.outgoing?.destroy();
}
