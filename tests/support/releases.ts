/** Builds of a client, made up: each a folder with scripts in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { createLog } from "#server/log.ts";
import { type FormerScripts, openReleases } from "#server/releases/releases.ts";

export type Scripts = Readonly<Record<string, string>>;

/** A script that does not compress well, as minified code does not: `seed` says which one. */
export function scriptOf(seed: string, lines = 400): string {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state.toString(36);
  };
  return Array.from({ length: lines }, () => `export const v${next()}=()=>"${next()}${next()}";`).join("\n");
}

/** A folder that is deleted with the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-releases-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** At its best, as the build compresses, which takes a while. */
const inBrotli = new Map<string, Buffer>();

/** Writes a built client with these scripts, by their names; gives its folder. */
export function makeClient(scripts: Scripts): string {
  const client = join(makeFolder(), "client");
  mkdirSync(join(client, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(scripts)) {
    const file = join(client, "assets", name);
    writeFileSync(file, text);
    const compressed = inBrotli.get(text) ?? brotliCompressSync(text);
    inBrotli.set(text, compressed);
    if (compressed.byteLength < text.length) writeFileSync(`${file}.br`, compressed);
  }
  return client;
}

export interface Start {
  readonly former: FormerScripts;
  readonly clientDir: string;
  /** What was logged. */
  readonly lines: readonly string[];
}

/** What a server does at its start with a build of these scripts. */
export async function startRelease(folder: string, scripts: Scripts): Promise<Start> {
  const clientDir = makeClient(scripts);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  return { former: await openReleases({ folder, clientDir, log }), clientDir, lines };
}
