/** Finds the browsers that end-to-end tests and the bench drive, or installs them. */
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

const headlessShell = "chromium-headless-shell";

/**
 * Gives the path of the Chromium that tests drive: `CHROMIUM_PATH`, or Chromium without a window's parts, which draws the same
 * pages with a third less work, installed now on Debian as root; where there is none, the one of `ensureChromium`.
 * @throws as `ensureChromium` does
 */
export async function ensureHeadlessChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return ensureChromium();
  const found = onPath(headlessShell);
  if (found !== undefined) return found;
  installPackage(headlessShell);
  return onPath(headlessShell) ?? ensureChromium();
}
