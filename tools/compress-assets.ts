/**
 * Writes a `.br` beside each file of the built client that shrinks: brotli at its best costs seconds, once, instead of
 * milliseconds at every request. Runs after the build, on the folder given.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "build", "client");

/** Fonts and pictures but SVG are compressed in themselves. */
const texts = "**/*.{css,html,js,json,map,mjs,svg,txt,webmanifest,xml}";

for (const name of globSync(texts, { cwd: folder })) {
  const plain = readFileSync(join(folder, name));
  const compressed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
    },
  });
  if (compressed.byteLength < plain.byteLength) writeFileSync(join(folder, `${name}.br`), compressed);
}
