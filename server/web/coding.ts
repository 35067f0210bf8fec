import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { parseAccept } from "hono/utils/accept";

export interface Coding {
  readonly name: string;
  /** The end of an entity tag where only some browsers can read the body. */
  readonly tag: string;
  compress(whole: Uint8Array): Uint8Array<ArrayBuffer>;
  /** For a streamed body, whose pieces are sent at once; `head` goes first. */
  begin(): { readonly head: Uint8Array<ArrayBuffer>; readonly compressor: Transform };
}

const nothing = new Uint8Array();

/** Bytes that a server may send before the browser acknowledges: ten packets (RFC 6928), less headers and a margin. */
const firstFlight = 12_000;

/**
 * Quality 3 takes half the CPU of 4 for 5 % more bytes; 6 takes three times as much for 12 % fewer, less than the round trip of a
 * second flight. No page needs a window above 256 kB.
 */
const brotliOf = (quality: 3 | 6) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
});

const quickBrotli: Coding = {
  name: "br",
  tag: "",
  compress: (whole) => zlib.brotliCompressSync(whole, brotliOf(3)),
  begin: () => ({
    head: nothing,
    compressor: zlib.createBrotliCompress({ ...brotliOf(3), flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  }),
};

const brotli: Coding = {
  ...quickBrotli,
  compress(whole) {
    const quick = quickBrotli.compress(whole);
    if (quick.byteLength <= firstFlight || quick.byteLength > firstFlight * 1.4) return quick;
    const hard = zlib.brotliCompressSync(whole, brotliOf(6));
    return hard.byteLength < quick.byteLength ? hard : quick;
  },
};

const gzipOptions = { level: 5 };

const gzip: Coding = {
  name: "gzip",
  tag: "",
  compress: (whole) => zlib.gzipSync(whole, gzipOptions),
  begin: () => ({
    head: nothing,
    compressor: zlib.createGzip({ ...gzipOptions, flush: zlib.constants.Z_SYNC_FLUSH }),
  }),
};

export const plainCodings = { br: brotli, gzip };

/** For connections past their first flight, where harder compression gains nothing. */
export const laterCodings = { br: quickBrotli, gzip };

const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding in an Accept-Encoding header (RFC 9110 12.5.3); null for none. Weights are ignored: brotli is smaller. */
export function acceptedEncoding(header = ""): Encoding | null {
  return encodings.find((encoding) => acceptsEncoding(header, encoding)) ?? null;
}

/** Whether a browser takes an encoding, from its Accept-Encoding header. */
export function acceptsEncoding(header = "", encoding: string): boolean {
  return parseAccept(header).some(({ type, q }) => q > 0 && type.toLowerCase() === encoding);
}
