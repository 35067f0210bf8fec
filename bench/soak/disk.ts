/** The disk that a soak's servers write to: a small one of its own, which can be filled. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Disk {
  readonly folder: string;
  /** Whether it can be filled; otherwise it is an ordinary folder. */
  readonly isOwn: boolean;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
}

/** Mounts a disk in memory, which takes root; an ordinary folder where that is refused. */
export function openDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soak-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", folder];
  const isOwn = spawnSync("mount", options, { stdio: "ignore" }).status === 0;
  const filler = join(folder, "filler");
  return {
    folder,
    isOwn,
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (isOwn) spawnSync("umount", ["--lazy", folder], { stdio: "inherit" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
