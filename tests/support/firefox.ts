import { installPackage, isExecutable, onPath } from "./debian-package.ts";

function installed(): string | undefined {
  const candidates = [process.env.FIREFOX_PATH, onPath("firefox-esr"), onPath("firefox")];
  return candidates.find((path) => path !== undefined && path !== "" && isExecutable(path));
}

/**
 * Gives the path of a Firefox: `FIREFOX_PATH`, one on the PATH, or, on Debian as root, a package installed now.
 * @throws when none is found and none can be installed, with what to do about it.
 */
export function ensureFirefox(): string {
  const found = installed() ?? (installPackage("firefox-esr") ? installed() : undefined);
  if (found === undefined) throw new Error("No Firefox was found. Install one, or name it in FIREFOX_PATH.");
  return found;
}
