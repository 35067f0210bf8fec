import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Files that servers keep only while somebody uploads them. Resumable uploads may wait for their owner for a day. */
export function leftovers(dataDirs: readonly string[]): string[] {
  const folders = dataDirs.flatMap((dataDir) => [
    join(dataDir, "spool", "forms"),
    join(dataDir, "objects", "incoming"),
  ]);
  return folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []));
}
