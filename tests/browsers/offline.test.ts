import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { readingForms, readingPaths } from "#tests/support/kept-device.ts";
import { type Line, openLine } from "#tests/support/line.ts";
import { largePicture } from "#tests/support/odd-pictures.ts";
import { createPackage } from "#tests/support/seeded-agent.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import type { BrowserPage, Engine } from "./browser-page.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { fill, isAt, press, says, signIn, until } from "./steps.ts";
import { webkit } from "./webkit.ts";

// A device that keeps pages and forms, in each engine: pages open without a connection, each form is applied once, signing out forgets.

let server: ServerProcess;

// Of any origin: each test has a line of its own.
beforeAll(async () => {
  server = await startServer({ DEMO: "on" });
});
afterAll(() => server.stop());

async function sendClient(page: BrowserPage, name: string, { origin }: Line): Promise<void> {
  await page.open(`${origin}/clients/new`);
  await fill(page, "Name", name);
  await fill(page, "Email", `${name.replaceAll(/\W/g, "").toLowerCase()}@client.example`);
  await press(page, "Create client");
}

/** How often a name stands in the service's list of clients. */
async function countClients(visitor: Visitor, name: string): Promise<number> {
  const { document } = await visitor.open(`/clients?${new URLSearchParams({ q: name })}`);
  return document.querySelectorAll("main tbody tr").filter(({ text }) => text.includes(name)).length;
}

const keeps = (page: BrowserPage, path: string) =>
  expect.poll(() => page.read(readingPaths).catch(() => [])).toContain(path);
const sendsAll = (page: BrowserPage) => expect.poll(() => page.read(readingForms).catch(() => null)).toEqual([]);
const isWaiting = `location.pathname === "/waiting" && location.search.startsWith("?new=")`;

test.for([chromium, firefox, webkit])(
  "$name: pages open without a connection, forms are applied once when it is back, and signing out wipes",
  async (engine: Engine, { skip }) => {
    const { page, version, close } = await engine.open().catch((error: unknown) => skip(`${error}`));
    onTestFinished(close);
    process.stdout.write(`Offline in ${version}\n`);
    const line = await openLine(server.address);
    onTestFinished(() => line.close());
    const agent = await registerAgent(server.address);
    const { visitor } = agent;
    onTestFinished(() => visitor.close());
    const property = await createPackage(visitor, { street: "40 Birch Road", city: "Seattle", state: "WA" });
    const photos = `/packages/${property}/photos`;

    await signIn(page, line.origin, agent);
    await page.read(`document.cookie = "lk_pin=lite; Path=/"`);
    await page.open(`${line.origin}/device`);
    await press(page, "This is my device: keep pages here");
    await says(page, "Forget this device");
    await keeps(page, "/waiting");
    for (const path of ["/clients/new", "/dashboard", photos]) {
      await page.open(line.origin + path);
      await keeps(page, path);
    }

    line.cut();
    await page.open(`${line.origin}/dashboard`);
    await until(page, `/This page was saved at \\d+:\\d\\d [AP]M/.test(document.body.innerText)`);
    await says(page, "Welcome");
    await sendClient(page, "Zoë Okonkwo", line);
    await until(page, isWaiting);
    await says(page, "Create a new client: Zoë Okonkwo");
    await says(page, "There was no connection.");
    await until(page, `document.querySelector("#waits").textContent === "1 not sent"`);
    line.carry();
    await page.open(`${line.origin}/dashboard`);
    await sendsAll(page);
    await page.open(`${line.origin}/tasks`);
    await says(page, "Client created: Zoë Okonkwo");
    await page.open(`${line.origin}/tasks`);
    expect(await page.read("document.body.innerText")).not.toContain("Client created");
    expect(await countClients(visitor, "Zoë Okonkwo")).toBe(1);

    line.loseAnswers();
    await sendClient(page, "Ines Duarte", line);
    await until(page, isWaiting);
    expect(line.lost).toBeGreaterThan(0);
    line.carry();
    await page.open(`${line.origin}/dashboard`);
    await sendsAll(page);
    expect(await countClients(visitor, "Ines Duarte")).toBe(1);

    const folder = mkdtempSync(join(tmpdir(), "latchkey-photo-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "large.png"), await largePicture(2_500_000));
    line.cut();
    await page.open(line.origin + photos);
    await page.chooseFile(`document.querySelector("main input[type=file]")`, join(folder, "large.png"));
    await press(page, "Upload photos");
    await until(page, isWaiting);
    await says(page, "1 file");
    line.carry();
    await page.open(`${line.origin}/dashboard`);
    await sendsAll(page);
    await visitor.open(photos);
    expect(visitor.page.document.querySelectorAll(`main a[href*="/photos/"][href$="/edit"]`)).toHaveLength(1);

    await page.open(`${line.origin}/dashboard`);
    await page.read(`document.querySelector('form[action="/sign-out"]').requestSubmit()`);
    await isAt(page, /^\/signed-out$/);
    await expect.poll(() => page.read("caches.keys().then(({ length }) => length)")).toBe(0);
    expect((await page.read(readingPaths)) ?? []).toEqual([]);
    line.cut();
    await page.open(`${line.origin}/dashboard`).catch(() => {});
    // Some engines show an error, others stay where they are.
    const isShown = () => page.read("document.documentElement.outerHTML").catch(() => agent.workspaceName);
    await expect.poll(isShown).not.toContain(agent.workspaceName);
    line.carry();
    await page.open(`${line.origin}/dashboard`);
    await isAt(page, /^\/login/);
  },
);
