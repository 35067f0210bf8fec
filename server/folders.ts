import { constants, mkdirSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "./env.ts";
import { StartRefused } from "./start-refused.ts";

/** For this user only. Node's own recursion does not end below /proc. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}

/** Creates the configured folders. @throws StartRefused, rather than failing at the first upload */
export async function openFolders({ spoolDir, dataDir }: Pick<Env, "spoolDir" | "dataDir">): Promise<void> {
  await openFolder(spoolDir === join(dataDir, "spool") ? "DATA_DIR" : "SPOOL_DIR", spoolDir);
  await openFolder("DATA_DIR", dataDir);
}

/** @throws StartRefused when it cannot be written to */
export async function openFolder(setting: string, folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new StartRefused(`The setting ${setting} must name a folder that Latchkey may write to${reason}.`);
  }
}
