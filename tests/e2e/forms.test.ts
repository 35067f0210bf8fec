import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "#tests/support/browser.ts";
import {
  goHydrated,
  isSameDocument,
  openHydrated,
  registerWithClients,
  slowDown,
} from "#tests/support/hydrated-page.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Forms and toasts where a page hydrates. */

let agent: Visitor;

beforeAll(async () => {
  agent = await registerWithClients();
});
afterAll(() => agent.close());

const open = (path: string) => openHydrated(agent, path);

describe("a form", () => {
  test("is checked when it is sent and from then on at every change, without asking the server", async () => {
    const page = await open("/clients/new");
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.getByLabel("Email", { exact: true }).fill("maya");
    expect(await page.getByText("Invalid email").count()).toBe(0);
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText("2 things to correct").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.getByLabel("Email", { exact: true }).fill("somebody@client.example");
    await page.getByText("One thing to correct").waitFor();
    await page.getByRole("link", { name: "Name must be at least 1 character." }).click();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.keyboard.type("S");
    await expect.poll(() => page.getByText("thing to correct").count()).toBe(0);
    expect(posts).toEqual([]);
  });

  test("is sent once however often it is pressed, and its button says that it is busy", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Priya Raman");
    await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill("priya@client.example");
    await slowDown(page, 600);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    const button = page.getByRole("button", { name: "Create client" });
    await button.dblclick();
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await button.getAttribute("aria-busy")).toBe("true");
    await page.getByText("Showing 1 to 3 of 3 results").waitFor();
    expect(posts).toBe(1);
    expect(await isSameDocument(page)).toBe(true);
  });
});

describe("a form whose success leads to its own page", () => {
  const focusedName = (page: Page) => page.evaluate("document.activeElement.name");

  test("is empty again and has the focus where the next task is typed, each time", async () => {
    const page = await open("/tasks");
    const title = page.getByLabel("New task");
    for (const name of ["Buy milk", "Call the lender"]) {
      await title.fill(name);
      await page.getByLabel("Due", { exact: true }).fill("2030-05-01");
      await page.getByRole("button", { name: "Add task" }).click();
      await page.getByRole("link", { name, exact: true }).waitFor();
      await expect.poll(() => title.inputValue()).toBe("");
      expect(await page.getByLabel("Due", { exact: true }).inputValue()).toBe("");
      await expect.poll(() => focusedName(page)).toBe("title");
    }
    await page.keyboard.press("Enter");
    await page.getByText("One thing to correct").waitFor();
    expect(await page.getByRole("link", { name: "Buy milk", exact: true }).count()).toBe(1);
    // What is typed meanwhile stays when another form of the page is sent.
    await title.fill("Half typed");
    await page.getByRole("button", { name: "Done: Buy milk" }).click();
    await page.getByText("Done: Buy milk", { exact: true }).waitFor();
    expect(await title.inputValue()).toBe("Half typed");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("gives the focus on from a row that goes: to the next one's button, and after the last to the heading", async () => {
    const focused = (page: Page) =>
      page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText");
    for (const title of ["First of two", "Second of two"]) {
      await agent.open("/tasks/new");
      await agent.submit({ title, dueOn: "2020-01-01" }, { button: "Add task" });
    }
    const page = await open("/tasks?group=overdue");
    await page.getByRole("button", { name: "Done: First of two" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Done: Second of two");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Tasks");
  });

  test("shows what was saved where it changes something", async () => {
    const page = await open("/settings/general");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Harbour Homes");
    const zone = page.getByLabel("Time zone");
    await zone.selectOption("America/Denver");
    const save = page.getByRole("button", { name: "Update workspace" });
    await save.click();
    await page.getByText("Workspace updated.").waitFor();
    expect(await name.inputValue()).toBe("Harbour Homes");
    expect(await zone.inputValue()).toBe("America/Denver");
    await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await isSameDocument(page)).toBe(true);
  });
});

test.each([
  ["/clients/new", 390, 600],
  ["/packages/new", 390, 600],
  ["/clients/new", 1280, 700],
  ["/packages/new", 1280, 700],
])(
  "on %s at %i x %i px the buttons stay in sight, and never lie over what has the focus",
  async (path, width, height) => {
    const { page } = await openPage({ scripts: "off", width: 390 }, agent);
    await page.setViewportSize({ width, height });
    await page.goto(path);
    const foot = page.locator(".form-foot");
    const fields = page
      .locator("main form :is(input:not([type=hidden]), select, textarea, summary)")
      .filter({ visible: true });
    await fields.first().focus();
    for (let left = await fields.count(); left > 0; left -= 1) {
      const [buttons, field] = [await foot.boundingBox(), await page.locator(":focus").boundingBox()];
      if (buttons === null || field === null) throw new Error(`Nothing to measure on ${path}`);
      const name = await page.evaluate("document.activeElement.name");
      expect(buttons.y, `${name}: the buttons`).toBeGreaterThanOrEqual(0);
      expect(buttons.y + buttons.height, `${name}: the buttons`).toBeLessThanOrEqual(height);
      // A field that is taller than the room is seen from where it begins.
      expect(Math.min(field.y + field.height, field.y + 44), `${name}: the field`).toBeLessThanOrEqual(buttons.y);
      await page.keyboard.press("Tab");
    }
  },
);

test("without scripts, too, the next row's button has the focus, and the toast does not cover it", async () => {
  for (let place = 0; place < 15; place += 1) {
    await agent.open("/tasks/new");
    await agent.submitOnly({ title: `In a row ${place}`, dueOn: "2020-01-02" }, { button: "Add task" });
  }
  const { page } = await openPage({ scripts: "off", width: 390 }, agent);
  await page.goto("/tasks?group=overdue");
  for (const place of [1, 2]) {
    await page.getByRole("button", { name: `Done: In a row ${place}`, exact: true }).click();
    await page.getByText(`Done: In a row ${place}`, { exact: true }).waitFor();
    const [toast, button] = [await page.locator(".toast").boundingBox(), await page.locator(":target").boundingBox()];
    const [top, bottom] = [button?.y ?? 0, (button?.y ?? 0) + (button?.height ?? 500)];
    expect(bottom <= (toast?.y ?? 0) || top >= (toast?.y ?? 0) + (toast?.height ?? 500)).toBe(true);
  }
});

test("a toast stays for six seconds, until it is dismissed or the next page comes", async () => {
  const page = await open("/clients/new");
  const toast = page.locator(".toast");
  const create = async (name: string) => {
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email", { exact: true }).fill(`${name.toLowerCase()}@toast.example`);
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText(`Client created: ${name}.`).waitFor();
  };
  await create("Ada");
  expect(await toast.evaluate((part) => part.getAnimations()[0]?.effect?.getTiming().delay)).toBe(6_000);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => toast.isVisible()).toBe(false);
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  await page.getByRole("link", { name: "Invite client" }).click();
  await create("Ben");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => toast.isVisible()).toBe(false);
  await page.goBack();
  await page.waitForURL(/\/clients\/?$/);
  expect(await toast.isVisible()).toBe(false);
});

test("a toast goes when the next thing is sent", async () => {
  const page = await open("/tasks");
  const toast = page.locator(".toast");
  await page.getByLabel("New task").fill("Say it once");
  await page.getByRole("button", { name: "Add task" }).click();
  await toast.waitFor();
  // The form is emptied a moment after the toast came, with whatever was typed in between.
  await expect.poll(() => page.getByLabel("New task").inputValue()).toBe("");
  await slowDown(page, 1500);
  await page.getByLabel("New task").fill("Say it again");
  await page.getByRole("button", { name: "Add task" }).click();
  await expect.poll(() => toast.isVisible(), { interval: 20, timeout: 1000 }).toBe(false);
  await toast.waitFor();
});

test("a clock other than the new workspace's is offered once, and the settings have it chosen", async () => {
  const page = await open("/settings/general");
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Calcutta" });
  await goHydrated(page, "/dashboard");
  await page.getByText("this device is by").waitFor();
  await page.getByRole("link", { name: "Change the time zone" }).click();
  await expect.poll(() => page.getByLabel("Time zone").inputValue()).toBe("Asia/Kolkata");
  await goHydrated(page, "/dashboard");
  expect(await page.getByText("this device is by").count()).toBe(0);
});
