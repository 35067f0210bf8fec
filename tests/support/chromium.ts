/** Finds the browser that the end-to-end tests drive, or installs it. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** What headless Chromium needs in a container, and what keeps it from calling home while tests run. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--no-first-run",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function installed(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    onPath("chromium"),
    onPath("chromium-browser"),
    onPath("google-chrome"),
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && path !== "" && isExecutable(path));
}

/**
 * Gives the path of a Chromium: `CHROMIUM_PATH`, one on the PATH, Playwright's own, or, on Debian as root, a package installed now.
 * @throws when none is found and none can be installed, with what to do about it.
 */
export async function ensureChromium(): Promise<string> {
  const found = installed();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && onPath("apt-get") !== undefined) {
    spawnSync("apt-get", ["update"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const arrived = installed();
    if (arrived !== undefined) return arrived;
  }
  throw new Error("No Chromium was found. Install one, or name it in CHROMIUM_PATH.");
}
