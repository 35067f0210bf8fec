import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import type { Coding } from "./coding.ts";

/** What precedes the compressed content: a frame to be skipped, with the SHA-256 of the dictionary (RFC 9842, 5). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/**
 * Zstandard with a dictionary that the browser has.
 * @param digest SHA-256 of the dictionary
 */
export function zstandardWith(dictionary: Uint8Array, digest: Buffer): Coding {
  const head = Buffer.concat([magic, digest]);
  const options = { dictionary };
  return {
    name: "dcz",
    tag: `dcz-${digest.toString("base64url").slice(0, 8)}`,
    compress: (whole) => Buffer.concat([head, zlib.zstdCompressSync(whole, options)]),
    begin: () => ({ head, compressor: zlib.createZstdCompress({ ...options, flush: zlib.constants.ZSTD_e_flush }) }),
  };
}

/** Above it, bytes hardly get fewer: the largest script takes 4 ms, and eight times that at 19. */
const level = 12;

/**
 * The same once, harder and beside the event loop.
 * @param digest SHA-256 of the dictionary
 */
export function compressHard(
  content: Uint8Array,
  dictionary: Uint8Array,
  digest: Buffer,
): Promise<Buffer<ArrayBuffer>> {
  const options = { dictionary, params: { [zlib.constants.ZSTD_c_compressionLevel]: level } };
  return new Promise((resolve, reject) =>
    zlib.zstdCompress(content, options, (error, compressed) =>
      error ? reject(error) : resolve(Buffer.concat([magic, digest, compressed])),
    ),
  );
}

/** Whether Node compresses with dictionaries: older versions know no Zstandard, or take none for it without saying so. */
export function takesDictionaries(): boolean {
  if (typeof zlib.zstdCompressSync !== "function") return false;
  const dictionary = randomBytes(2_000);
  return zlib.zstdCompressSync(dictionary, { dictionary }).byteLength < dictionary.byteLength / 10;
}
