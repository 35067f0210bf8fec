import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import {
  type KeptScript,
  listScripts,
  readRelease,
  readScript,
  type ScriptContent,
  writeRelease,
} from "./release-file.ts";
import { lastingBeginning } from "./script-names.ts";

/** Half a megabyte each. */
export const mostReleases = 8;

const ending = ".scripts";

/** Scripts of former releases. */
export interface FormerScripts {
  byPath(path: string): KeptScript | undefined;
  /** The former script that a browser has. @param dictionary Available-Dictionary */
  keptByBrowser(path: string, dictionary: string | undefined): KeptScript | undefined;
  read(script: KeptScript): Promise<ScriptContent | null>;
}

export const noFormerScripts: FormerScripts = {
  byPath: () => undefined,
  keptByBrowser: () => undefined,
  read: async () => null,
};

interface ReleaseOptions {
  readonly folder: string;
  readonly clientDir: string;
  readonly log: Log;
}

/**
 * Keeps the scripts of this release, and opens former ones. If that fails there are none: browsers fetch scripts whole and reload
 * pages of an older release.
 */
export async function openReleases({ folder, clientDir, log }: ReleaseOptions): Promise<FormerScripts> {
  const names = await listScripts(clientDir);
  if (names.length === 0) return noFormerScripts;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const own = join(folder, nameOf(names));
    await keepRelease(own, clientDir, names);
    const files = await sweepReleases(folder);
    const scripts: KeptScript[] = [];
    for (const file of files) if (file !== own) scripts.push(...(await readIfWhole(file, log)));
    return createFormerScripts(scripts, log);
  } catch (error) {
    log.warn({ err: error }, "The scripts of releases cannot be kept");
    return noFormerScripts;
  }
}

function nameOf(names: readonly string[]): string {
  return createHash("sha256").update(names.join()).digest("hex").slice(0, 16) + ending;
}

async function keepRelease(own: string, clientDir: string, names: readonly string[]): Promise<void> {
  const now = new Date();
  const isKept = await readRelease(own).then(
    () => utimes(own, now, now).then(() => true),
    () => false,
  );
  if (!isKept) await writeRelease(own, clientDir, names);
}

/** Keeps the newest releases. @returns their files, newest first */
async function sweepReleases(folder: string): Promise<readonly string[]> {
  const files: { readonly file: string; readonly time: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Another server may have deleted it.
    const time = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    files.push({ file, time });
  }
  files.sort((a, b) => b.time - a.time);
  const kept = files.filter(({ file }) => file.endsWith(ending)).slice(0, mostReleases);
  for (const { file, time } of files) {
    const isBeingWritten = !file.endsWith(ending) && Date.now() - time < 60_000;
    if (!isBeingWritten && !kept.some((other) => other.file === file)) await rm(file, { force: true });
  }
  return kept.map(({ file }) => file);
}

async function readIfWhole(file: string, log: Log): Promise<readonly KeptScript[]> {
  try {
    return await readRelease(file);
  } catch (error) {
    log.warn({ err: error }, "The scripts of a former release cannot be read");
    return [];
  }
}

/** @param scripts of newer releases first */
function createFormerScripts(scripts: readonly KeptScript[], log: Log): FormerScripts {
  const byPath = new Map<string, KeptScript>();
  const byDictionary = new Map<string, KeptScript>();
  for (const script of scripts.toReversed()) {
    byPath.set(script.path, script);
    const beginning = lastingBeginning(script.path);
    if (beginning !== null) byDictionary.set(`${beginning} :${script.digest}:`, script);
  }
  return {
    byPath: (path) => byPath.get(path),
    keptByBrowser: (path, dictionary) => byDictionary.get(`${lastingBeginning(path)} ${dictionary}`),
    async read(script) {
      try {
        return await readScript(script);
      } catch (error) {
        log.warn({ err: error }, "A script of a former release cannot be read");
        return null;
      }
    },
  };
}
