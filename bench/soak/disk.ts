/** The disk that a soak's servers write to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mountSmallDisk, type SmallDisk } from "#tests/support/small-disk.ts";

export interface Disk {
  readonly folder: string;
  /** The disk, to be filled; null for an ordinary folder, where none can be mounted. */
  readonly own: SmallDisk | null;
  remove(): void;
}

/** Mounts a disk, or takes an ordinary folder where that is refused. */
export function openDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soak-"));
  const own = mountSmallDisk(folder, megabytes * 1024);
  return {
    folder,
    own,
    remove() {
      own?.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
