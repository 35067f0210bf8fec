/** A Chromium with a profile on the disk, that can be killed as when a phone's battery is empty, and be opened again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type BrowserContext, chromium, type Page } from "playwright";
import { chromiumArguments, ensureHeadlessChromium } from "./chromium.ts";

export interface KillableBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends all its processes at once. */
  kill(): Promise<void>;
}

/** @param profile a folder */
export async function openKillableBrowser(profile: string): Promise<KillableBrowser> {
  const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  // A group of its own, so that all its processes can be killed.
  const child = spawn(await ensureHeadlessChromium(), [...chromiumArguments, ...own], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const browser = await chromium.connectOverCDP(await endpointOf(child.stderr));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The browser has no profile.");
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, "SIGKILL");
      await ended;
      await browser.close();
    },
  };
}

/** Where it is driven, which it says once it is there. */
async function endpointOf(printed: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(printed)) {
    const [, endpoint] = /^DevTools listening on (\S+)/.exec(line) ?? [];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error("The browser ended at its start.");
}
