import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as zlib from "node:zlib";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";
import type { Layer, WebContext } from "./layer.ts";

/** Below this many bytes the headers weigh more than what compression saves. */
const worthWhile = 512;

/** Texts of ours; React Router's `.data` answers are text/x-script. Pictures and documents are compressed already. */
const compressible = /^(text\/(?!event-stream)|application\/(json|manifest\+json|xml|vnd\.api\+json)|image\/svg)/;

/**
 * Compresses responses of the app. A complete body, as most pages have, is compressed in one call, which
 * costs a fifth of a stream's CPU; a streamed body is passed on in pieces, each flushed as it comes.
 */
export function compressAnswers(): Layer {
  return async (context, next) => {
    await next();
    const answer = context.res;
    if (!compressible.test(answer.headers.get("Content-Type") ?? "") && answer.status !== 304) return;
    answer.headers.append("Vary", "Accept-Encoding");
    const encoding = acceptedEncoding(context.req.header("accept-encoding"));
    if (encoding === null || answer.headers.has("Content-Encoding") || context.req.method === "HEAD") return;
    if (answer.status === 304 || answer.body === null) return;
    const { headers, status, statusText } = answer;
    const body = await compress(answer.body, encoding, (error) => breakOff(context, error));
    if (body.isCompressed) {
      headers.set("Content-Encoding", encoding);
      headers.delete("Content-Length");
      weakenTag(headers);
    }
    // Assigned at once, the old answer's headers would be copied over the new one's.
    context.res = undefined;
    context.res = new Response(body.content, { status, statusText, headers });
  };
}

/** A strong ETag promises the same bytes, which compression changes. */
function weakenTag(headers: Headers): void {
  const tag = headers.get("ETag");
  if (tag !== null && !tag.startsWith("W/")) headers.set("ETag", `W/${tag}`);
}

interface Body {
  readonly content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly isCompressed: boolean;
}

async function compress(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  encoding: Encoding,
  onFailure: (error: unknown) => void,
): Promise<Body> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const reading = reader.read();
    // The first piece is waited for; after it, only what is there already belongs to the same call.
    const read = chunks.length === 0 ? await reading : await Promise.race([reading, nextTurn(null)]);
    if (read === null) {
      const content = compressStream({ begun: chunks, reading, reader }, createStream(encoding), onFailure);
      return { content, isCompressed: true };
    }
    if (read.done) break;
    chunks.push(read.value);
  }
  const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  if (whole.byteLength < worthWhile) return { content: whole, isCompressed: false };
  return { content: compressWhole(whole, encoding), isCompressed: true };
}

/** What a server may send before the browser has answered, in bytes: ten packets (RFC 6928), less the answer's headers. */
const firstFlight = 13_000;

function compressWhole(whole: Uint8Array, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === "gzip") return zlib.gzipSync(whole, gzipOptions);
  const quick = zlib.brotliCompressSync(whole, brotliOf(3));
  if (quick.byteLength <= firstFlight || quick.byteLength > firstFlight * 1.25) return quick;
  const hard = zlib.brotliCompressSync(whole, brotliOf(5));
  return hard.byteLength < quick.byteLength ? hard : quick;
}

/**
 * Quality 3 takes half of the CPU of 4 for 5 % more bytes. 5 takes three times that of 3, for 11 % fewer: less than the turn
 * that a second flight takes on any line. A page of 34 kB needs no window above 256 kB.
 */
const brotliOf = (quality: 3 | 5) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
});
const gzipOptions = { level: 5 };

function createStream(encoding: Encoding): Transform {
  return encoding === "br"
    ? zlib.createBrotliCompress({ ...brotliOf(3), flush: zlib.constants.BROTLI_OPERATION_FLUSH })
    : zlib.createGzip({ ...gzipOptions, flush: zlib.constants.Z_SYNC_FLUSH });
}

/** A body whose first pieces were read, and the next one being read. */
interface Begun {
  readonly begun: Uint8Array[];
  readonly reading: ReturnType<Reader["read"]>;
  readonly reader: Reader;
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

function compressStream(
  { begun, reading, reader }: Begun,
  compressor: Transform,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.concat(begun);
      for (let read = await reading; !read.done; read = await reader.read()) yield read.value;
    } finally {
      await reader.cancel();
    }
  }
  // What fails on one side ends the other, too; it shows where the compressed pieces are read.
  pipeline(pieces, compressor).catch(() => {});
  const compressed = compressor.iterator();
  let hasLeft = false;
  return new ReadableStream({
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
      // The client closed the connection, which is no error.
      hasLeft = true;
      compressor.destroy();
    },
  });
}

/** An incomplete page must not look complete, so its connection is destroyed. */
function breakOff(context: WebContext, error: unknown): void {
  context.get("log").error({ err: error }, "A page broke off");
  context.env.outgoing?.destroy();
}
