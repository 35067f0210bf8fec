import type { Page } from "playwright";
import { expect, inject, onTestFinished } from "vitest";
import { registerAgent } from "./agent.ts";
import { openPage } from "./browser.ts";
import { maya } from "./records.ts";
import { createClient } from "./seeded-agent.ts";
import type { Visitor } from "./visitor.ts";

/** Pages that hydrate, for what the parts add there; that all of it works without is the journeys' matter. */

/** An agent of a new workspace with two clients: Maya Okafor and Daniel Brandt. */
export async function registerWithClients(): Promise<Visitor> {
  const { visitor } = await registerAgent(inject("origin"));
  await createClient(visitor, maya);
  await createClient(visitor, { name: "Daniel Brandt", email: "daniel@client.example" });
  return visitor;
}

/** Opens a page that hydrates and has done so; it must have nothing to complain about in the end. */
export async function openHydrated(agent: Visitor, path: string, width: 390 | 1280 = 1280): Promise<Page> {
  const { page, complaints } = await openPage({ scripts: "full", width }, agent);
  onTestFinished(() => expect(complaints).toEqual([]));
  await goHydrated(page, path);
  // Gone when the document is loaded again.
  await page.evaluate("window.sameDocument = true");
  return page;
}

/** Loads a document by its address and waits until its own scripts have it. */
export async function goHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await untilHydrated(page);
}

/**
 * Waits until React has taken the whole document over and its effects have run: a form that is sent before is sent by the browser.
 * Where a busy machine runs the scripts late, the network has long been idle. `isDehydrated`: React's own state of its root.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const name = Object.keys(document).find((key) => key.startsWith("__reactContainer$"));
        return name !== undefined && document[name].stateNode.current.memoizedState.isDehydrated === false;
      })()`),
    )
    .toBe(true);
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
}

/** Whether no other document has been loaded since the page was opened. */
export const isSameDocument = (page: Page) => page.evaluate("window.sameDocument === true");

/** Holds back what the app fetches for client-side navigations, for so many milliseconds. */
export async function slowDown(page: Page, milliseconds: number): Promise<void> {
  await page.route("**/*.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}
