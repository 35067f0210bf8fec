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

test("a present month or week begins at today on a phone, however it is opened, and shows what was before", async () => {
  for (const view of ["month", "week"]) {
    const { page, complaints } = await openPage({ scripts: "off", width: 390 }, agent);
    onTestFinished(() => expect(complaints).toEqual([]));
    await page.goto(`/calendar?view=${view}`);
    const days = page.locator(".calendar > ol > li:visible");
    expect(await days.first().getAttribute("aria-current")).toBe("date");
    expect(await page.evaluate("scrollY")).toBe(0);
    const earlier = page.getByRole("link", { name: "Show earlier days" });
    if ((await earlier.count()) > 0) {
      await earlier.click();
      expect(await earlier.isVisible()).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await days.count()).toBe(view === "week" ? 7 : await page.locator(".calendar > ol > li").count());
  }
});
