import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Pages that open at a place of their own. */

let agent: Visitor;

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
});
afterAll(() => agent.close());

test("a month opens at today on a phone, and its beginning elsewhere", async () => {
  for (const [width, isAtToday] of [
    [390, true],
    [1280, false],
  ] as const) {
    const { page, complaints } = await openPage({ scripts: "off", width }, agent);
    onTestFinished(() => expect(complaints).toEqual([]));
    await page.goto("/dashboard");
    const link = page.locator('a[href="/calendar#today"]').first();
    await page.goto((await link.getAttribute("href")) ?? "");
    const place = page.locator("#today");
    expect(await place.evaluate((element) => element.getClientRects().length > 0)).toBe(isAtToday);
    if (!isAtToday) expect(await page.evaluate("scrollY")).toBe(0);
    else
      await expect
        .poll(() => place.evaluate((element) => element.getBoundingClientRect().top < innerHeight / 2))
        .toBe(true);
  }
});
