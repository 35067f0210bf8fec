import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { openHydrated } from "#tests/support/hydrated-page.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Pages that open, or go on, at a place of their own. */

let agent: Visitor;

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
  const others = Array.from({ length: 9 }, (_, place) => `Order sign ${place + 1}`);
  for (const title of ["Call the lender", ...others]) {
    await agent.open("/tasks/");
    await agent.submitOnly({ title, dueOn: new Date().toISOString().slice(0, 10) }, { button: "Add task" });
  }
});
afterAll(() => agent.close());

test("completing a task moves the focus to the next one, and the page not at all", async () => {
  const page = await openHydrated(agent, "/tasks/");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("button", { name: "Done: Call the lender" }).click();
  await page.getByText("Done: Call the lender").first().waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toMatch(/^Done: /);
  expect(await page.evaluate("scrollY")).toBe(0);
});

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
