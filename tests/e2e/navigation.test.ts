import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { expectSound, openPage } from "#tests/support/browser.ts";
import {
  goHydrated,
  isSameDocument,
  openHydrated,
  registerWithClients,
  slowDown,
} from "#tests/support/hydrated-page.ts";
import { summarize } from "#tests/support/inspecting.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Links, waiting and toolbars where a page hydrates. */

let agent: Visitor;

beforeAll(async () => {
  agent = await registerWithClients();
});
afterAll(() => agent.close());

const open = (path: string, width?: 390) => openHydrated(agent, path, width);

describe("a plain link", () => {
  test("leads to its page without loading the document again, and Back comes back", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
    await page.getByText("Buyer profile").waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await page.getByText("Showing 1 to 2 of 2 results").waitFor();
    expect(await isSameDocument(page)).toBe(true);
  });

  test("fetches its page and the page's files ahead when the pointer rests on it, which the click then shows", async () => {
    const page = await open("/clients/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const link = page.getByRole("link", { name: "Maya Okafor", exact: true });
    const data = `${await link.getAttribute("href")}.data`;
    await link.hover();
    await expect.poll(() => asked.filter((path) => path === data)).toHaveLength(1);
    await expect.poll(() => page.locator("link[rel=modulepreload]").count()).toBeGreaterThan(1);
    await page.getByRole("banner").hover({ position: { x: 2, y: 2 } });
    await page.evaluate(`document.querySelector('a[href="${await link.getAttribute("href")}"]').click()`);
    await page.getByText("Buyer profile").waitFor();
    expect(asked.filter((path) => path === data)).toHaveLength(1);
  });

  test("opens elsewhere when that is asked for", async () => {
    const page = await open("/clients/");
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Dashboard" }).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await other.waitForURL("**/dashboard");
    expect(new URL(page.url()).pathname).toBe("/clients/");
  });

  test("out of a menu closes the menu", async () => {
    const page = await open("/clients/", 390);
    await page.getByRole("navigation", { name: "Main" }).getByText("More").click();
    await page.locator("details[open]").getByRole("link", { name: "Documents" }).click();
    await page.waitForURL("**/documents");
    await expect.poll(() => page.locator("details[open]").count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });
});

test("a first visit fetches at most 40 files of the app, and the next page hydrates", async () => {
  const { page, context, complaints } = await openPage({ scripts: "adaptive", width: 1280 }, agent);
  const files = new Set<string>();
  page.on("request", (request) => request.url().includes("/assets/") && files.add(request.url()));
  // On a busy machine a document may come slowly by chance, which counts as a slow connection.
  const isRemembered = async () => {
    await page.goto("/dashboard", { waitUntil: "networkidle" });
    return (await context.cookies()).some(({ name }) => name === "lk_scripts");
  };
  await expect.poll(isRemembered).toBe(true);
  expect(files.size).toBeGreaterThan(20);
  expect(files.size).toBeLessThanOrEqual(40);
  await goHydrated(page, "/clients/");
  await page.evaluate("window.sameDocument = true");
  await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
  await page.getByText("Buyer profile").waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(complaints).toEqual([]);
});

describe("waiting", () => {
  test("shows the bar after a second, and then for half a second at least", async () => {
    const page = await open("/dashboard");
    await slowDown(page, 1100);
    await page.evaluate(`
      const seen = { pressed: performance.now(), came: 0, went: 0 };
      window.seen = seen;
      new MutationObserver(() => {
        const there = document.querySelector("body > [role=progressbar]") !== null;
        if (there) seen.came ||= performance.now();
        if (!there && seen.came) seen.went ||= performance.now();
      }).observe(document.body, { childList: true });
      [...document.querySelectorAll("header a")].find((link) => link.textContent === "Clients").click();`);
    await expect.poll(() => page.evaluate("window.seen.went > 0"), { timeout: 10_000 }).toBe(true);
    expect(Number(await page.evaluate("seen.came - seen.pressed"))).toBeGreaterThan(950);
    expect(Number(await page.evaluate("seen.went - seen.came"))).toBeGreaterThan(450);
  });

  test("shows a bar in which axe finds nothing", async () => {
    const page = await open("/dashboard");
    // Never answered, so that the bar stays.
    await page.route("**/*.data*", () => {});
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    await page.getByRole("progressbar", { name: "Pending" }).waitFor();
    await expectSound(page, { scripts: "full", width: 1280 });
  });

  test("shows the table's shape while a search is on its way", async () => {
    const page = await open("/clients/");
    await slowDown(page, 900);
    await page.getByPlaceholder("Search clients").fill("maya");
    await page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
    await page.getByText("Showing 1 to 1 of 1 results").waitFor();
    expect(await page.getByRole("status").filter({ hasText: "Loading" }).count()).toBe(0);
  });
});

describe("a toolbar", () => {
  test("applies itself while one types, keeping the focus and one place in the history", async () => {
    const page = await open("/dashboard");
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    const search = page.getByPlaceholder("Search clients");
    await search.pressSequentially("okafor", { delay: 20 });
    await page.getByText("Showing 1 to 1 of 1 results").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("okafor");
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForURL("**/dashboard");
  });

  test("leaves out of the address what is empty", async () => {
    const page = await open("/clients/");
    await page.getByLabel("Sort by activity").selectOption({ label: "Oldest" });
    await page.waitForURL(/sort=open/);
    expect(new URL(page.url()).searchParams.has("q")).toBe(false);
    expect(await isSameDocument(page)).toBe(true);
  });
});

test("a page that left the focus nowhere begins at its heading", async () => {
  const page = await open("/clients/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).fill("Maya Okafor");
  await page.getByRole("option", { name: "Maya Okafor" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Buyer profile").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
});

test("scripts that are turned off after a visit with them: the page comes whole, and so do the next ones", async () => {
  const { page, context } = await openPage({ scripts: "off", width: 1280 }, agent);
  await context.addCookies([{ name: "lk_scripts", value: "full", url: inject("origin") }]);
  await page.goto("/dashboard");
  await page.waitForURL(/\?noscript=$/);
  await page.locator("[aria-label=Activity] li").first().waitFor();
  await page.goto("/dashboard");
  await page.locator("[aria-label=Activity] li").first().waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("what is under way shows itself when it is done, without loading the document again", async () => {
  const content = "The roof leaks at the chimney and must be repaired before May 1.";
  const id = await uploadDocument(agent, { name: "Roof.txt", content });
  await summarize(agent, id);
  const stored = openStoredRows(inject("databaseUrl"));
  onTestFinished(() => stored.close());
  const setState = (state: string) =>
    stored.query("UPDATE upstream.document_summaries SET state = $1, version = version + 1 WHERE document_id = $2", [
      state,
      id,
    ]);
  await setState("queued");
  const page = await open(`/documents/${id}/summary`);
  await page.getByText("Summary in progress.").waitFor();
  await setState("ready");
  await page.getByRole("heading", { name: "Key sentences" }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
});
