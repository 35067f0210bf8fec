import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { isSameDocument, openHydrated, registerWithClients, slowDown } from "#tests/support/hydrated-page.ts";
import { createClient, createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Pages that lie over their list where it hydrates. */

let agent: Visitor;

beforeAll(async () => {
  agent = await registerWithClients();
});
afterAll(() => agent.close());

const open = (path: string, as = agent) => openHydrated(as, path);

describe("a dialog", () => {
  const openDialog = async (page: Page) => {
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
  };

  test("takes the focus and gives it back; Escape, the cross and Back close it", async () => {
    const page = await open("/clients/");
    const isClosed = () => page.getByRole("dialog").count();
    await page.getByRole("link", { name: "Invite client" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Name").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    for (let tab = 0; tab < 12; tab += 1) await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('dialog, body').tagName")).toMatch(/DIALOG|BODY/);
    await page.keyboard.press("Escape");
    await expect.poll(isClosed).toBe(0);
    await page.waitForURL(/\/clients\/?$/);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Invite client");
    await openDialog(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(isClosed).toBe(0);
    await openDialog(page);
    // Shown at once after a way back that is not over yet, it is an entry of its own when its page has come.
    await page.waitForURL(/\/clients\/new\?invite/);
    await page.goBack();
    await expect.poll(isClosed).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("lies over the page of the list that it was opened from, and does not come back by Back", async () => {
    const many = await registerAgent(inject("origin"));
    onTestFinished(() => many.visitor.close());
    for (let number = 1; number <= 16; number += 1)
      await createClient(many.visitor, { name: `Client ${number}`, email: `client.${number}@client.example` });
    const page = await open("/dashboard", many.visitor);
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("Showing 16 to 16 of 16 results").waitFor();
    const address = page.url();
    await openDialog(page);
    await page.getByText("Showing 16 to 16 of 16 results").waitFor();
    for (const _press of [1, 2]) await page.keyboard.press("Escape");
    await page.waitForURL(address);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.getByText("Showing 1 to 15 of 16 results").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("opened again while it is still closing, closes again", async () => {
    const page = await open("/clients/");
    await openDialog(page);
    await slowDown(page, 1500);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await openDialog(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.waitForURL(/\/clients\/?$/);
  });

  test("closes by a press beside it, not by one inside", async () => {
    const page = await open("/clients/");
    await openDialog(page);
    await page.getByRole("heading", { name: "Create a new client" }).click();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.mouse.click(20, 500);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});

test("a list price is changed beside its cell, and the list stays as it is filtered", async () => {
  const id = await createPackage(agent, { street: "30 Oak Street" });
  const page = await open("/packages/?q=oak");
  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name: "Add list price" }).click();
  await dialog.getByRole("textbox", { name: "List price" }).waitFor();
  await page.keyboard.type("640000");
  expect(await dialog.evaluate((element) => element.getBoundingClientRect().left > 400)).toBe(true);
  await dialog.getByRole("button", { name: "Save price" }).click();
  const price = page.locator(`a[href^="/packages/${id}/price"]`);
  await expect.poll(() => price.textContent()).toBe("$640,000: change list price");
  expect(new URL(page.url()).search).toBe("?q=oak");
  await price.click();
  await dialog.getByRole("textbox", { name: "List price" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/packages\/\?q=oak$/);
  await expect.poll(() => price.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await isSameDocument(page)).toBe(true);
});

test("a due date is changed beside its cell, and the list stays as it is sorted", async () => {
  await agent.open("/tasks");
  await agent.submit({ title: "Call the lender", dueOn: "2031-03-04" }, { button: "Add task" });
  const page = await open("/tasks?sort=title");
  const dialog = page.getByRole("dialog");
  const due = page.locator("a.change[href*='/due']");
  await due.click();
  await dialog.getByLabel("Due").fill("2031-03-05");
  expect(await dialog.evaluate((element) => element.getBoundingClientRect().left > 200)).toBe(true);
  await dialog.getByRole("button", { name: "Save due date" }).click();
  await expect.poll(() => due.textContent()).toContain("Mar 5, 2031");
  expect(new URL(page.url()).search).toBe("?sort=title");
  await due.click();
  await dialog.getByLabel("Due").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/tasks\/?\?sort=title$/);
  await expect.poll(() => due.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await isSameDocument(page)).toBe(true);
});

test("a new opportunity is a dialog over its list, as it is filtered, and leads to the package", async () => {
  const page = await open("/packages/?q=elm");
  await page.getByRole("link", { name: "New opportunity" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Opportunities");
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/packages\/\?q=elm$/);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("link", { name: "New opportunity" }).click();
  await dialog.getByLabel("Address").fill("12 Elm Street");
  await dialog.getByRole("button", { name: "Create property" }).click();
  await page.getByRole("heading", { level: 1, name: "12 Elm Street" }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.getByText("Showing 1 to 1 of 1 results").waitFor();
  expect(new URL(page.url()).search).toBe("?q=elm");
});
