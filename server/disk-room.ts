import { statfs } from "node:fs/promises";
import type { Env } from "./env.ts";
import { reasonOf } from "./reason.ts";

/** With less than this left, in bytes, a disk counts as full: nothing that people send can be kept on it. */
const least = 1024 ** 2;

export interface DiskRoom {
  /** The setting that names the folder. */
  readonly setting: "DATA_DIR" | "SPOOL_DIR";
  readonly folder: string;
  /** Bytes that this user may still write. */
  readonly free: number;
  /** What keeps Latchkey from writing there, as in "is full"; null where nothing does. */
  readonly obstacle: string | null;
}

/** Measures the disks of the folders that Latchkey writes to. */
export function measureDisks({ dataDir, spoolDir }: Pick<Env, "dataDir" | "spoolDir">): Promise<DiskRoom[]> {
  return Promise.all([measure("DATA_DIR", dataDir), measure("SPOOL_DIR", spoolDir)]);
}

async function measure(setting: DiskRoom["setting"], folder: string): Promise<DiskRoom> {
  try {
    const { bavail, bfree, bsize } = await statfs(folder);
    // A part is kept for root.
    const free = (process.getuid?.() === 0 ? bfree : bavail) * bsize;
    return { setting, folder, free, obstacle: free < least ? "is full" : null };
  } catch (error) {
    return { setting, folder, free: 0, obstacle: `cannot be reached: ${reasonOf(error)}` };
  }
}
