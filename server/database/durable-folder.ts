import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * A folder of this machine as PGlite's file system, on which fsync does what it says. Emscripten's own leaves it out,
 * and PGlite turns it off: a power cut could then lose acknowledged writes.
 */
export class DurableFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    const addFsync = (module: { FS: unknown }): void => teachFsync(module.FS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** PGlite's own start parameters without "-F" (no fsync). fdatasync, the default method, does nothing in Emscripten. */
export const durableStart: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];

function teachFsync(fileSystem: unknown): void {
  const operations = member(member(member(fileSystem, "filesystems"), "NODEFS"), "stream_ops");
  if (operations === null) throw new Error("PGlite's file system has changed: no NODEFS stream operations");
  Object.assign(operations, {
    fsync(stream: { nfd: number }): number {
      fsyncSync(stream.nfd);
      return 0;
    },
  });
}

function member(value: unknown, name: string): object | null {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : null;
  return typeof found === "object" ? found : null;
}
