import { expect, test } from "vitest";
import { openPage } from "#tests/support/browser.ts";
import { goHydrated, openHydrated, registerWithClients } from "#tests/support/hydrated-page.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import { maya } from "#tests/support/records.ts";

test("following a link right after typing a search leads to the linked page, among 1,500 clients", async () => {
  const visitor = await signInAsDemoOwner();
  await visitor.open("/clients/new");
  await visitor.submit(maya, { button: "Create client" });
  const { page, context, complaints } = await openPage({ scripts: "full", width: 1280 }, visitor);
  await goHydrated(page, "/clients/");
  // A slow line: the client's page is under way for longer than the search waits for the next letter.
  await context.route("**/clients/*.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  // At once: a table that is read again meanwhile would be pressed on in vain.
  await page.evaluate(`
    const box = document.querySelector("[placeholder='Search clients']");
    // As typing does it: React passes over a value that is set by a script on the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, "okafor");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    [...document.querySelectorAll("main a")].find((link) => link.textContent === "Maya Okafor").click()`);
  await page.getByText("Buyer profile").first().waitFor();
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/[0-9a-f-]{36}$/);
  expect(complaints).toEqual([]);
  await visitor.close();
});

test("the palette offers what was opened last and what can be done, and nothing of it is left after signing out", async () => {
  const visitor = await registerWithClients();
  const page = await openHydrated(visitor, "/clients/");
  await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
  await page.getByRole("heading", { name: "Maya Okafor" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  await page.keyboard.press("/");
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect.poll(() => recent.allTextContents()).toEqual(["Maya Okafor"]);
  await page.keyboard.type("new deal");
  await page.getByRole("group", { name: "Actions" }).getByRole("option", { name: "New deal" }).click();
  await page.waitForURL("**/opportunities/new");
  await page.keyboard.press("Escape");
  await goHydrated(page, "/dashboard");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Go to Clients").waitFor();
  await page.keyboard.press("Escape");
  await goHydrated(page, "/clients/");
  expect(await page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('recent')).length")).toBe(1);
  await page.locator("header details.menu-end summary").last().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/signed-out**");
  expect(await page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('recent')).length")).toBe(0);
  await visitor.close();
});

test("the bar's box answers while one types, after a click as after a slash, and Enter searches", async () => {
  const visitor = await registerWithClients();
  const page = await openHydrated(visitor, "/calendar");
  const box = page.getByRole("searchbox", { name: "Search everything" });
  await box.click();
  await page.keyboard.type("oka", { delay: 20 });
  await page.getByRole("option", { name: "Maya Okafor" }).waitFor();
  const palette = page.getByRole("combobox", { name: "Search everything" });
  expect(await palette.inputValue()).toBe("oka");
  await page.keyboard.type("for");
  expect(await palette.inputValue()).toBe("okafor");
  await page.keyboard.press("Escape");
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await box.inputValue()).toBe("");
  await page.keyboard.type("dan", { delay: 20 });
  await page.getByRole("option", { name: "Daniel Brandt" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Daniel Brandt" }).waitFor();
  await visitor.close();
});

test("a list answers 300 ms after the last key and keeps the focus; its address says it, and Back leaves the list", async () => {
  const visitor = await registerWithClients();
  const page = await openHydrated(visitor, "/dashboard");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clients" }).first().click();
  const box = page.getByRole("searchbox", { name: "Search clients" });
  await box.click();
  await page.keyboard.type("maya", { delay: 40 });
  await page.waitForURL("**/clients/?q=maya");
  await page.getByRole("link", { name: "Daniel Brandt", exact: true }).waitFor({ state: "detached" });
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
  await page.getByRole("heading", { name: "Maya Okafor" }).waitFor();
  await page.goBack();
  await page.waitForURL("**/clients/?q=maya");
  expect(await box.inputValue()).toBe("maya");
  await page.getByLabel("Sort by activity").selectOption({ label: "Oldest" });
  await page.waitForURL(/q=maya&sort=|sort=.*q=maya/);
  await page.goBack();
  await page.waitForURL("**/dashboard");
  await visitor.close();
});
