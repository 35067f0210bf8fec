import type { Page } from "playwright";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openPage, type View } from "#tests/support/browser.ts";
import { registerWithClients } from "#tests/support/hydrated-page.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Pages that Chromium fetches while the pointer rests on their link: by a header, with scripts or without. */

let agent: Visitor;
beforeEach(async () => {
  agent = await registerWithClients();
});
afterEach(() => agent.close());

async function open(scripts: View["scripts"]) {
  const { page, complaints } = await openPage({ scripts, width: 1280 }, agent);
  onTestFinished(() => expect(complaints).toEqual([]));
  await page.goto("/clients/");
  const ready: string[] = [];
  const line = await page.context().newCDPSession(page);
  line.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") ready.push(new URL(prefetchUrl).pathname);
  });
  await line.send("Preload.enable");
  return { page, ready, complaints };
}

const linkTo = (page: Page, name: string) => page.locator("main").getByRole("link", { name, exact: true }).first();

/** Rests on a link until its page has been fetched. */
async function restOn({ page, ready }: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  const address = (await linkTo(page, name).getAttribute("href"))?.replace(/\?.*/, "");
  await linkTo(page, name).hover();
  await expect.poll(() => ready).toContain(address);
}

/** Whether the page that is shown was fetched before the click. */
const isFromAhead = (page: Page) =>
  page.evaluate("performance.getEntriesByType('navigation')[0].deliveryType === 'navigational-prefetch'");

test.for(["off", "lite"] as const)("scripts %s: the click on a link shows what was fetched ahead", async (scripts) => {
  const opened = await open(scripts);
  await restOn(opened, "Maya Okafor");
  await linkTo(opened.page, "Maya Okafor").click();
  await opened.page.getByText("Buyer profile").waitFor();
  expect(await isFromAhead(opened.page)).toBe(true);
});

const changes = {
  edit: async (tab: Page, client: string) => {
    await tab.goto(`${client}/edit`);
    const name = `Somebody ${Date.now()}`;
    await tab.getByLabel("Name", { exact: true }).first().fill(name);
    await tab.getByRole("button", { name: "Save changes" }).click();
    await tab.waitForURL((url) => url.pathname === client);
    return name;
  },
  "making another workspace": async (tab: Page) => {
    await tab.goto("/workspace/join");
    await tab.getByLabel("Workspace name").fill("Second House");
    await tab.getByLabel("Workspace url").fill(`second-${crypto.randomUUID().slice(0, 8)}`);
    await tab.getByRole("button", { name: "Create workspace" }).click();
    await tab.waitForURL("**/dashboard");
    return "Not found";
  },
  "sign-out": async (tab: Page) => {
    await tab.goto("/dashboard");
    await tab.evaluate("document.querySelector('form[action=\"/sign-out\"]').requestSubmit()");
    await tab.waitForURL("**/signed-out");
    return "Login";
  },
};

test("a form that was fetched before a record was created in another tab is a new one", async () => {
  const opened = await open("lite");
  const { page } = opened;
  async function create(tab: Page, name: string): Promise<void> {
    await tab.getByLabel("Name", { exact: true }).first().fill(name);
    await tab
      .getByLabel("Email")
      .first()
      .fill(`${name.replaceAll(" ", ".")}@client.example`);
    await tab.getByRole("button", { name: "Create client" }).click();
    await tab.getByText(`Client created: ${name}.`).waitFor();
  }
  await restOn(opened, "Invite client");
  const tab = await page.context().newPage();
  await tab.goto("/clients/new");
  await create(tab, "Nora Lind");
  await linkTo(page, "Invite client").click();
  await page.getByRole("button", { name: "Create client" }).waitFor();
  await create(page, "Otto Berg");
});

test("who saves data is fetched nothing", async () => {
  const { page, ready } = await open("lite");
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
  await page.context().setExtraHTTPHeaders({ "Save-Data": "on" });
  const answer = await page.goto("/clients/?saving=on");
  expect(await page.evaluate("navigator.connection.saveData")).toBe(true);
  expect(await answer?.headerValue("speculation-rules")).toBeNull();
  await linkTo(page, "Maya Okafor").hover();
  await linkTo(page, "Maya Okafor").click();
  await page.getByText("Buyer profile").waitFor();
  expect([await isFromAhead(page), ready]).toEqual([false, []]);
});

test.for([
  ["edit", "lite"],
  ["edit", "full"],
  ["making another workspace", "lite"],
  ["sign-out", "lite"],
] as const)("what was fetched before %s in another tab (%s) is not shown after it", async ([what, scripts]) => {
  const opened = await open("lite");
  const name = (await opened.page.locator("a.row-link").first().textContent()) ?? "";
  const client = (await linkTo(opened.page, name).getAttribute("href")) ?? "";
  await restOn(opened, name);
  const context = opened.page.context();
  await context.addCookies([{ name: "lk_pin", value: scripts, url: opened.page.url() }]);
  const tab = await context.newPage();
  const expected = await changes[what](tab, client);
  await tab.close();
  await linkTo(opened.page, name).click();
  await opened.page.getByRole("heading", { level: 1, name: expected }).waitFor();
  // Chromium asks for the missing page once or twice: while the pointer is on its way to the click (which it may drop), and by the click.
  const missed = new Set(opened.complaints.splice(0));
  missed.delete(`net::ERR_FAILED ${opened.page.url()}`);
  expect([...missed]).toEqual(expected === "Not found" ? [`404 ${opened.page.url()}`] : []);
});

test("Back after signing out shows nothing of a page that was fetched ahead", async () => {
  const opened = await open("lite");
  const { page } = opened;
  await restOn(opened, "Maya Okafor");
  await linkTo(page, "Maya Okafor").click();
  await page.getByText("Buyer profile").waitFor();
  expect(await isFromAhead(page)).toBe(true);
  await page.evaluate("document.querySelector('form[action=\"/sign-out\"]').requestSubmit()");
  await page.waitForURL("**/signed-out");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
  expect(await page.content()).not.toContain("Maya Okafor");
});
