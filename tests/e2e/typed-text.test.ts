import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "#tests/support/browser.ts";
import {
  goHydrated,
  isSameDocument,
  openHydrated,
  registerWithClients,
  untilHydrated,
} from "#tests/support/hydrated-page.ts";
import { createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** What was typed stays: on the way back, after a reload, before a dialog closes, and without a line. */

let agent: Visitor;

beforeAll(async () => {
  agent = await registerWithClients();
});
afterAll(() => agent.close());

const open = (path: string) => openHydrated(agent, path);

describe("what was typed", () => {
  test("is there again on the way Back to a form that was left, with the version it began with", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
    await page.getByRole("link", { name: "Edit info" }).click();
    await page.getByLabel("Name").fill("Maya, half typed");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    await page.goBack();
    await page.getByLabel("Email", { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Maya, half typed");
    expect(await isSameDocument(page)).toBe(true);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Edit info" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Maya Okafor");
  });

  test("is there again after a reload, as it was last, and not in a form that is opened anew", async () => {
    const page = await open("/clients/new");
    const name = page.getByLabel("Name");
    await name.fill("Draft");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe("Draft");
    for (const typed of ["Draft, once more", "Draft, last"]) {
      await name.fill(typed);
      await page.reload({ waitUntil: "networkidle" });
      await untilHydrated(page);
      expect(await name.inputValue()).toBe(typed);
    }
    await page.goto("/dashboard");
    await goHydrated(page, "/clients/new");
    expect(await name.inputValue()).toBe("");
  });

  test("is offered in a page's form that was left and is opened anew, until it is saved or discarded", async () => {
    const page = await open("/packages/new");
    const street = page.getByLabel("Address");
    const client = page.getByRole("combobox", { name: "Client" });
    const bringBack = page.getByRole("button", { name: "Bring them back" });
    const leaveAndReturn = async () => {
      await page.goto("/dashboard");
      await goHydrated(page, "/packages/new");
    };
    await street.fill("77 Half Typed Way");
    await client.fill("Daniel");
    await page.getByRole("option", { name: /Daniel Brandt/ }).click();
    await leaveAndReturn();
    expect(await street.inputValue()).toBe("");
    await bringBack.click();
    expect(await street.inputValue()).toBe("77 Half Typed Way");
    expect(await client.inputValue()).toContain("Daniel Brandt");
    expect(await page.getByRole("listbox").count()).toBe(0);
    await leaveAndReturn();
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await bringBack.count()).toBe(0);
    await street.fill("78 Saved Way");
    await page.getByRole("button", { name: "Create property" }).click();
    await page.getByRole("heading", { name: "78 Saved Way" }).waitFor();
    await goHydrated(page, "/packages/new");
    expect(await bringBack.count()).toBe(0);
  });

  test("of decisions on findings is marked, there on the way Back, and offered when the page is opened anew", async () => {
    const packageId = await createPackage(agent, { street: "7 Slate Row" });
    const path = `/packages/${packageId}/inspections`;
    for (const title of ["Roof leaks", "Faucet drips"]) {
      await agent.open(`${path}/findings/new`);
      await agent.submit({ title, system: "Exterior", severity: "major" }, { button: "Add finding" });
    }
    const page = await open(path);
    const faucet = page.getByRole("listitem").filter({ hasText: "Faucet drips" });
    const decision = faucet.getByLabel("Decision");
    const [before] = await decision.locator("option:checked").allTextContents();
    await decision.selectOption({ label: "Repair by seller" });
    await faucet.getByText("Not saved yet").waitFor();
    expect(await page.getByText("Not saved yet").filter({ visible: true }).count()).toBe(1);
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    const chosen = () => decision.locator("option:checked").allTextContents();
    await page.goBack();
    await expect.poll(chosen).toEqual(["Repair by seller"]);
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    await goHydrated(page, path);
    expect(await chosen()).toEqual([before]);
    await page.getByRole("button", { name: "Bring them back" }).click();
    expect(await chosen()).toEqual(["Repair by seller"]);
    await page.getByRole("button", { name: "Save decisions" }).click();
    await page.getByText("Repair by seller: Faucet drips.").waitFor();
    await page.getByText("Not saved yet").filter({ visible: true }).waitFor({ state: "detached" });
    expect(await chosen()).toEqual(["Repair by seller"]);
  });

  test("is asked about before a dialog closes over it", async () => {
    const page = await open("/clients/");
    const asked: string[] = [];
    let answer = false;
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (answer ? dialog.accept() : dialog.dismiss());
    });
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByLabel("Name").fill("Somebody");
    for (const _press of [1, 2]) await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await page.locator("dialog[open]").getByLabel("Name").inputValue()).toBe("Somebody");
    expect(asked.length).toBeGreaterThanOrEqual(3);
    answer = true;
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
  });

  test("and answered with a warning, the warning has the focus", async () => {
    const page = await open("/clients/new");
    await page.getByLabel("Name").fill("Maya Again");
    await page.getByLabel("Email", { exact: true }).fill("maya@client.example");
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText("may be the same client").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("may be the same client");
  });
});

describe("without a line", () => {
  /** Like `open`, but with the complaints left to the test: the browser itself complains of each try. */
  async function openOffline(path: string): Promise<Page> {
    const { page } = await openPage({ scripts: "full", width: 1280 }, agent);
    await goHydrated(page, path);
    await page.context().setOffline(true);
    return page;
  }

  const noLine = "You're offline. This continues when you reconnect.";
  const nameIn = (page: Page) => page.getByLabel("Name", { exact: true });

  async function sendClient(page: Page, name: string, email: string): Promise<void> {
    await nameIn(page).fill(name);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Create client" }).click();
  }

  test("a form waits with what was typed, and is saved once when the line is back", async () => {
    const page = await openOffline("/clients/new");
    await sendClient(page, "Wen Offline", "wen.offline@client.example");
    await page.getByText(noLine).waitFor();
    expect(await nameIn(page).inputValue()).toBe("Wen Offline");
    await page.context().setOffline(false);
    await page.getByText("Client created").waitFor();
    await expect.poll(() => page.getByText(noLine).count()).toBe(0);
    await agent.open("/clients/?q=wen.offline");
    expect(agent.page.document.querySelectorAll("a.row-link").map(({ text }) => text)).toEqual(["Wen Offline"]);
  });

  test("a form in a dialog says so inside of it, where alone it is read out", async () => {
    const page = await openOffline("/clients/");
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Invite client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").waitFor();
    await page.context().setOffline(true);
    await sendClient(page, "Lena Dialog", "lena.dialog@client.example");
    await dialog.getByText(noLine).waitFor();
    await page.context().setOffline(false);
    await page.getByText("Client created").waitFor();
  });

  test("a proxy's answer in the place of ours is waited through, and never shown", async () => {
    const page = await openOffline("/clients/new");
    await page.context().setOffline(false);
    let tries = 0;
    await page.route("**/clients/new.data*", async (route) => {
      tries += 1;
      const down = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
      await (tries === 1 ? route.fulfill(down) : route.continue());
    });
    await sendClient(page, "Ana Gateway", "ana.gateway@client.example");
    await page.getByText("Client created").waitFor();
    expect(tries).toBe(2);
  });

  test("who goes elsewhere meanwhile finds what was typed on the way back", async () => {
    const page = await openOffline("/clients/new");
    // The line is back for pages alone: what was sent would otherwise be saved while the link is on its way.
    await page.route("**/clients/new.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await sendClient(page, "Kim Leaves", "kim.leaves@client.example");
    await page.getByText(noLine).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Tasks" }).first().click();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
    expect(await page.getByText(noLine).count()).toBe(0);
    await page.getByText("You left before we could confirm that this was saved.").waitFor();
    await page.getByRole("button", { name: "Go back to it" }).click();
    await expect.poll(() => nameIn(page).inputValue()).toBe("Kim Leaves");
    expect(await page.getByText("You left before").count()).toBe(0);
    await page.unroute("**/clients/new.data*");
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText("Client created").waitFor();
    expect(await page.getByText("You left before").count()).toBe(0);
  });
});
