import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { bytesOf, type PagePiece } from "#app/entry/page-bytes.ts";

export interface Coding {
  readonly name: string;
  /** The end of an entity tag where only some browsers can read the body. */
  readonly tag: string;
  compress(page: readonly PagePiece[]): Uint8Array<ArrayBuffer>;
  /** For a streamed body, whose pieces are sent at once; `head` goes first. */
  begin(): { readonly head: Uint8Array<ArrayBuffer>; readonly compressor: Transform };
}

const { Z_FINISH, Z_FULL_FLUSH, Z_SYNC_FLUSH } = zlib.constants;

/** A member without a name or a time, of any system (RFC 1952, 2.3). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A harder one takes more CPU for no fewer bytes. */
const level = 5;
/** Half the CPU for a fiftieth more bytes: for pages that miss the first flight of packets by what they share alone. */
const levelOfLong = 3;

/**
 * One member of gzip for a whole page. What pages share is compressed once, as hard as can be, and ends with a full flush: nothing after
 * it points into it, so that it can stand in any page. Browsers see one stream; brotli, which has nothing like that, takes three times
 * the CPU for the same size.
 */
export const gzip: Coding = {
  name: "gzip",
  tag: "",
  compress(page) {
    const shared = page.map(({ bytes, isShared }) => (isShared ? sharedForm(bytes) : null));
    const sharedBytes = shared.reduce((sum, form) => sum + (form?.byteLength ?? 0), 0);
    const ownLevel = sharedBytes > firstFlight ? levelOfLong : level;
    const parts: Uint8Array[] = [gzipHead];
    let length = 0;
    let checksum = 0;
    for (const [index, { bytes }] of page.entries()) {
      const finishFlush = index === page.length - 1 ? Z_FINISH : Z_FULL_FLUSH;
      parts.push(shared[index] ?? zlib.deflateRawSync(bytes, { level: ownLevel, finishFlush }));
      length += bytes.byteLength;
      checksum = zlib.crc32(bytes, checksum);
    }
    if (page.at(-1)?.isShared !== false) parts.push(zlib.deflateRawSync(""));
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length % 2 ** 32, 4);
    return Buffer.concat([...parts, trailer]);
  },
  begin: () => ({ head: new Uint8Array(), compressor: zlib.createGzip({ level, flush: Z_SYNC_FLUSH }) }),
};

/** Bytes of a body that fit, with its headers, into ten packets: a server may send no more before the browser acknowledges (RFC 6928). */
const firstFlight = 13_600;

/** By a third at most: of what is longer, hardly anything comes into it. */
export function missesFirstFlight({ byteLength }: Uint8Array): boolean {
  return byteLength > firstFlight && byteLength <= firstFlight * 1.33;
}

const harder = { [zlib.constants.BROTLI_PARAM_QUALITY]: 6, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 };

/** With brotli, for a page that hardly misses the first flight: several times the CPU is less than another round trip. */
export function compressHarder(page: readonly PagePiece[]): Uint8Array<ArrayBuffer> {
  return zlib.brotliCompressSync(bytesOf(page), { params: harder });
}

const sharedForms = new WeakMap<Buffer, Buffer>();

function sharedForm(bytes: Buffer): Buffer {
  const known = sharedForms.get(bytes);
  if (known !== undefined) return known;
  const made = zlib.deflateRawSync(bytes, { level: 9, finishFlush: Z_FULL_FLUSH });
  sharedForms.set(bytes, made);
  return made;
}

/** Whether a browser takes an encoding, from its Accept-Encoding header (RFC 9110 12.5.3). Weights are ignored. */
export function acceptsEncoding(header = "", encoding: string): boolean {
  return parseAccept(header).some(({ type, q }) => q > 0 && type.toLowerCase() === encoding);
}
