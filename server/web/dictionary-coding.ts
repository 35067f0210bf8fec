import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import { bytesOf } from "#app/entry/page-bytes.ts";
import type { Coding } from "./coding.ts";

/** A skippable frame with the SHA-256 of the dictionary comes first (RFC 9842, 5). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** Zstandard with a dictionary. @param digest SHA-256 of the dictionary */
export function zstandardWith(dictionary: Uint8Array, digest: Buffer): Coding {
  const head = Buffer.concat([magic, digest]);
  const options = { dictionary };
  return {
    name: "dcz",
    tag: `dcz-${digest.toString("base64url").slice(0, 8)}`,
    compress: (page) => Buffer.concat([head, zlib.zstdCompressSync(bytesOf(page), options)]),
    begin: () => ({ head, compressor: zlib.createZstdCompress({ ...options, flush: zlib.constants.ZSTD_e_flush }) }),
  };
}

/** At 19 the largest script takes eight times the 4 ms, for hardly fewer bytes. */
const level = 12;

/** At a higher level, beside the event loop. @param digest SHA-256 of the dictionary */
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

/** Older versions of Node have no Zstandard, or ignore the dictionary. */
export function takesDictionaries(): boolean {
  if (typeof zlib.zstdCompressSync !== "function") return false;
  const dictionary = randomBytes(2_000);
  return zlib.zstdCompressSync(dictionary, { dictionary }).byteLength < dictionary.byteLength / 10;
}
