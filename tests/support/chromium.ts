/** Finds the browser that the end-to-end tests drive, or installs it. */
import { chromium } from "playwright";
import { installPackage, isExecutable, onPath } from "./debian-package.ts";

/** What headless Chromium needs in a container, and what keeps it from calling home while tests run. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--no-first-run",
];

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
  if (installPackage("chromium")) {
    const arrived = installed();
    if (arrived !== undefined) return arrived;
  }
  throw new Error("No Chromium was found. Install one, or name it in CHROMIUM_PATH.");
}
