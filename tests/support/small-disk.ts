/** A small disk of one's own, to be filled. It lies in memory, and mounting it takes root. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  unmount(): void;
}

/** Mounts a disk over a folder; null where that is refused. */
export function mountSmallDisk(folder: string, kilobytes: number): SmallDisk | null {
  const options = ["-t", "tmpfs", "-o", `size=${kilobytes}k,mode=0700`, "tmpfs", folder];
  if (spawnSync("mount", options, { stdio: "ignore" }).status !== 0) return null;
  const filler = join(folder, "filler");
  return {
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync("umount", ["--lazy", folder], { stdio: "inherit" }),
  };
}

/** Whether this machine lets this user mount disks. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-disk-"));
  const disk = mountSmallDisk(folder, 64);
  disk?.unmount();
  rmSync(folder, { recursive: true });
  return disk !== null;
}

/** Smaller and smaller pieces, until not even a page of memory is left. */
function fillUp(file: string): void {
  const filler = openSync(file, "a", 0o600);
  for (let size = 64 * 1024 ** 2; size >= 4096; size /= 4) {
    const piece = Buffer.alloc(size);
    for (let isFull = false; !isFull; ) isFull = !wroteWhole(filler, piece);
  }
  closeSync(filler);
}

function wroteWhole(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) === piece.length;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
