/** Programs that tests need: those on the PATH, and packages of Debian that are installed when they are missing. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a program; undefined where there is none. */
export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Installs a package, on Debian as root only. @returns whether it was tried */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || onPath("apt-get") === undefined) return false;
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], { stdio: ["ignore", "ignore", "inherit"] });
  return true;
}

/** The path of a server's program, which Debian's packages put off the PATH; installed where it is missing and may be. */
export function findServerProgram(name: string): string | undefined {
  const find = () => onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);
  return find() ?? (installPackage(name) ? find() : undefined);
}
