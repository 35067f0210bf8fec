import { launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findMailedLink, registerAgent } from "#tests/support/agent.ts";
import { ensureFirefox } from "#tests/support/firefox.ts";
import { createClient, createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// The main path of a buyer in Firefox ESR, as Debian has it. All that the portal can do is tested in Chromium and in process.

const origin = inject("origin");
const email = `nora.${crypto.randomUUID().slice(0, 8)}@client.example`;
let agent: Visitor;
let firefox: Awaited<ReturnType<typeof launch>>;

beforeAll(async () => {
  const executablePath = ensureFirefox();
  agent = (await registerAgent(origin)).visitor;
  const clientId = await createClient(agent, { name: "Nora Lind", email });
  await createPackage(agent, { street: "40 Birch Road", city: "Seattle", state: "WA", zip: "98117" });
  await agent.open(`/opportunities/new?client=${clientId}`);
  await agent.submit({ property: "40 Birch Road" }, { button: "Open opportunity" });
  firefox = await launch({
    browser: "firefox",
    executablePath,
    defaultViewport: { width: 390, height: 844 },
  });
}, 180_000);
afterAll(async () => {
  await firefox?.close();
  await agent?.close();
});

/** Presses what has these words and waits for the next page, whose heading is given. */
async function press(page: Page, words: string, heading: string): Promise<void> {
  const control = page.locator(`::-p-xpath(//*[self::a or self::button][contains(normalize-space(.), "${words}")])`);
  await Promise.all([page.waitForNavigation(), control.click()]);
  expect(await textOf(page, "h1")).toBe(heading);
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent?.trim() ?? "");

test("a buyer accepts the invitation, says how much they want a property, signs out and in again", async () => {
  const page = await firefox.newPage();
  await page.goto(await findMailedLink(agent, email, "/client-portal/invitations/"));
  await press(page, "Open my home search", "Welcome Nora!");
  await press(page, "Properties", "Interested properties");
  await press(page, "40 Birch Road", "40 Birch Road");
  await page.locator("input[value=High]").click();
  await page.focus("form:has(input[value=High]) button");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.locator("::-p-text(Your choice is saved.)").wait();
  expect(await page.$$eval("input[value=High]:checked", (inputs) => inputs.length)).toBe(1);
  await press(page, "Documents", "Documents");
  await press(page, "Messages", "Messages");
  await press(page, "Your details", "Your details");
  await press(page, "Sign out", "You are signed out");
  await page.goto(`${origin}/client-portal/login`);
  await page.locator("input[name=email]").fill(email);
  await press(page, "Send me a link", "Look in your email");
  await page.goto(await findMailedLink(agent, email, "/client-portal/sign-in/"));
  await press(page, "Sign in", "Welcome Nora!");
});
