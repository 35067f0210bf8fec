/** A browser whose person has said that it is their device, behind a line that can be cut. */
import type { BrowserContext, Page } from "playwright";
import { expect, inject, onTestFinished } from "vitest";
import { registerAgent, type TestAgent } from "./agent.ts";
import { openPage, type View } from "./browser.ts";
import { type Line, openLine } from "./line.ts";

export interface KeptBrowser {
  readonly agent: TestAgent;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly line: Line;
  readonly complaints: readonly string[];
}

interface Surroundings {
  /** Where the line leads. */
  readonly server?: string;
  /** What the browser may keep, in bytes. */
  readonly room?: number;
}

/** An agent of a new workspace, at the dashboard; the worker knows whose device it is. */
export async function openKeptDevice(
  view: Partial<View> = {},
  { server = inject("origin"), room }: Surroundings = {},
): Promise<KeptBrowser> {
  const agent = await registerAgent(server);
  const line = await openLine(server);
  const opened = await openPage({ scripts: "lite", width: 390, ...view, origin: line.origin }, agent.visitor);
  onTestFinished(async () => {
    await line.close();
    await agent.visitor.close();
  });
  if (room !== undefined) {
    const session = await opened.context.newCDPSession(opened.page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: line.origin, quotaSize: room });
  }
  await sayOwnDevice(opened.page);
  return { agent, line, ...opened };
}

/** "This is my device." */
export async function sayOwnDevice(page: Page, origin = ""): Promise<void> {
  await page.goto(`${origin}/device`);
  await page.getByRole("button", { name: "This is my device" }).click();
  await page.getByRole("button", { name: "Forget this device" }).waitFor();
  await expect.poll(() => readValue(page, "owner")).toContain("/");
  await expect.poll(() => keptPaths(page)).toContain("/waiting");
}

/** An expression that gives what the worker keeps, read where it keeps it. */
const reading = (body: string): string => `new Promise((resolve, reject) => {
    const opening = indexedDB.open("latchkey");
    // The worker makes it.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => (opening.error.name === "AbortError" ? resolve(undefined) : reject(opening.error));
    opening.onsuccess = () => {
      const database = opening.result;
      const end = (result) => { database.close(); resolve(result); };
      ${body}
    };
  })`;

/** A single value; undefined where there is none. */
export function readValue(page: Page, name: string): Promise<string | undefined> {
  return page.evaluate<string | undefined>(
    reading(
      `database.transaction("values").objectStore("values").get(${JSON.stringify(name)}).onsuccess = ({ target }) => end(target.result);`,
    ),
  );
}

/** Gives the addresses of the copies, on a page. */
export const readingPaths: string = reading(
  `database.transaction("pages").objectStore("pages").getAllKeys().onsuccess = ({ target }) => end(target.result);`,
);

/** The addresses of the copies. */
export async function keptPaths(page: Page): Promise<readonly string[]> {
  return (await page.evaluate<string[] | undefined>(readingPaths)) ?? [];
}

export interface WaitingForm {
  readonly state: string;
  readonly status: number;
  readonly person: string;
}

/** Gives the forms that wait, on a page. */
export const readingForms: string = reading(
  `database.transaction("forms").objectStore("forms").getAll().onsuccess = ({ target }) =>
     end(target.result.map(({ state, status, person }) => ({ state, status, person })));`,
);

/** The forms that wait, without what is sealed of them. */
export async function waitingForms(page: Page): Promise<readonly WaitingForm[]> {
  return (await page.evaluate<WaitingForm[] | undefined>(readingForms)) ?? [];
}

/** All bytes of the worker's database and of its copies as one text, for what must not be in them. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const texts = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(request.url, await (await cache.match(request)).text());
    }
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open("latchkey");
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const name of database.objectStoreNames) {
      const rows = await new Promise((resolve) => {
        database.transaction(name).objectStore(name).getAll().onsuccess = ({ target }) => resolve(target.result);
      });
      for (const row of rows)
        texts.push(JSON.stringify(row, (_key, value) =>
          value instanceof ArrayBuffer ? new TextDecoder("latin1").decode(value) : value));
    }
    database.close();
    return texts.join("\\n");
  })()`);
}

/** Shares files as a phone's gallery does, by the browser's own form of the share target. */
export async function share(
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.evaluate(`(() => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/device/shared", enctype: "multipart/form-data" });
    form.innerHTML = '<input type="file" name="files" multiple><input name="text" value="From the gallery">';
    document.body.append(form);
  })()`);
  await page.locator("form[action='/device/shared'] input[type=file]").setInputFiles([...files]);
  await page.evaluate(`document.querySelector("form[action='/device/shared']").submit()`);
}

/** Has the worker ask for the pages of today at the next page, however lately it has. */
export async function refreshNow(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("latchkey");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("values", "readwrite");
      transaction.objectStore("values").put(0, "refreshed");
      transaction.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
}
