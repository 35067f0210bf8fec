import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Env } from "./env.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * Creates the folder for uploads under way, readable by this user only, unless it exists.
 * @throws StartRefused when that fails: otherwise the first upload would be what fails
 */
export async function openSpool({ spoolDir, dataDir }: Pick<Env, "spoolDir" | "dataDir">): Promise<void> {
  try {
    await mkdir(spoolDir, { recursive: true, mode: 0o700 });
    await access(spoolDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const setting = dirname(spoolDir) === dataDir ? "DATA_DIR" : "SPOOL_DIR";
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new StartRefused(`The setting ${setting} must name a folder that Latchkey may write to${reason}.`);
  }
}
