import { statfs } from "node:fs/promises";
import type { Env } from "./env.ts";
import { reasonOf } from "./reason.ts";

/** In bytes; with less a disk is full. */
const least = 1024 ** 2;

interface DiskRoom {
  readonly setting: "DATA_DIR" | "SPOOL_DIR";
  readonly folder: string;
  readonly free: number;
  /** As in "is full"; null for none. */
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
