import { createHash, randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { z } from "zod/mini";
import { hashedFolder } from "./script-names.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Ten times the largest script. */
const mostBytes = 4_000_000;

/** A release's scripts in one file: a line of JSON, then each in brotli. */
const listing = z.array(
  z.object({
    path: z.string(),
    /** SHA-256, as in Available-Dictionary without the colons. */
    digest: z.string(),
    length: z.number(),
  }),
);

export interface KeptScript {
  readonly path: string;
  readonly digest: string;
  readonly file: string;
  readonly start: number;
  readonly length: number;
}

export interface ScriptContent {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
}

function digestOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("base64");
}

/** In a fixed order; none in development. */
export async function listScripts(clientDir: string): Promise<readonly string[]> {
  const names = await readdir(join(clientDir, hashedFolder)).catch(() => []);
  return names.filter((name) => name.endsWith(".js")).toSorted();
}

/** Renamed when complete, so that nobody reads half of it. */
export async function writeRelease(file: string, clientDir: string, names: readonly string[]): Promise<void> {
  const scripts: { readonly path: string; readonly digest: string; readonly compressed: Uint8Array }[] = [];
  for (const name of names) {
    const path = join(clientDir, hashedFolder, name);
    const plain = await readFile(path);
    const compressed = await readFile(`${path}.br`).catch(() => compress(plain, quick));
    scripts.push({ path: hashedFolder + name, digest: digestOf(plain), compressed });
  }
  const list = scripts.map(({ path, digest, compressed }) => ({ path, digest, length: compressed.byteLength }));
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, [`${JSON.stringify(list)}\n`, ...scripts.map(({ compressed }) => compressed)], {
      mode: 0o600,
    });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
}

/** The build made the best; this is for speed. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** @throws when it is no such file */
export async function readRelease(file: string): Promise<readonly KeptScript[]> {
  const whole = await readFile(file);
  const end = whole.indexOf("\n");
  let start = end + 1;
  return listing.parse(JSON.parse(whole.toString("utf8", 0, end))).map(({ path, digest, length }) => {
    const script = { path, digest, file, start, length };
    start += length;
    return script;
  });
}

/** @throws when it is gone or changed */
export async function readScript({ path, digest, file, start, length }: KeptScript): Promise<ScriptContent> {
  const compressed = Buffer.alloc(length);
  const handle = await open(file);
  try {
    await handle.read(compressed, 0, length, start);
  } finally {
    await handle.close();
  }
  const plain = new Uint8Array(await decompress(compressed, { maxOutputLength: mostBytes }));
  if (digestOf(plain) !== digest) throw new Error(`${path} of a former release is damaged`);
  return { plain, compressed };
}
