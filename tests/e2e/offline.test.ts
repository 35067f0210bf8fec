import type { Page } from "playwright";
import { expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { goHydrated, untilHydrated } from "#tests/support/hydrated-page.ts";
import {
  everythingKept,
  type KeptBrowser,
  keptPaths,
  openKeptDevice,
  readValue,
  refreshNow,
  share,
  waitingForms,
} from "#tests/support/kept-device.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import { createClient, createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Pages open and forms are kept without a connection, on a device whose person has said that it is theirs, and each form is applied once.

const name = "Zoë Okonkwo";

/** Types a new client and sends the form. */
async function sendClient(page: Page, called = name): Promise<void> {
  await page.goto("/clients/new");
  await page.getByLabel("Name").fill(called);
  await page.getByLabel("Email", { exact: true }).fill(`${called.replaceAll(/\W/g, "").toLowerCase()}@client.example`);
  await page.getByRole("button", { name: "Create client" }).click();
}

/** The same without a connection: it waits. */
async function keepClient(page: Page): Promise<void> {
  await sendClient(page);
  await page.waitForURL("**/waiting?new=*");
}

/** A device that has the form of a new client. */
async function openWithForm(): Promise<KeptBrowser> {
  const opened = await openKeptDevice();
  await opened.page.goto("/clients/new");
  await expect.poll(() => keptPaths(opened.page)).toContain("/clients/new");
  return opened;
}

/** How often a name stands in the list of clients. */
async function countClients(page: Page, called = name): Promise<number> {
  await page.goto(`/clients?${new URLSearchParams({ q: called })}`);
  return page.locator("tbody tr, .rows > li").filter({ hasText: called }).count();
}

test("nothing is kept, and no worker is there, before somebody has said that this is their device", async () => {
  const { visitor } = await registerAgent(inject("origin"));
  const { page } = await openPage({ scripts: "lite", width: 390 }, visitor);
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)")).toBe(0);
  expect(await page.evaluate("caches.keys().then(({ length }) => length)")).toBe(0);
  expect(await page.locator("#waits").count()).toBe(0);
  await visitor.close();
});

test("pages that were opened open without a connection and say from when they are", async () => {
  const { page, line } = await openWithForm();
  line.cut();
  await page.goto("/dashboard");
  await page.getByText(/This page was saved at \d+:\d\d [AP]M/).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Welcome");
  await page.goto("/clients/archived?unknown");
  await page.getByText("This page isn’t kept on this device.").waitFor();
});

test("a form that is sent without a connection waits, and is applied once and by itself when it is back", async () => {
  const { page, line } = await openWithForm();
  line.cut();
  await keepClient(page);
  await page.getByText(`Create a new client: ${name}`).waitFor();
  await page.getByText("There was no connection.").waitFor();
  await expect.poll(() => page.locator("#waits").textContent()).toBe("1 not sent");
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  await expect.poll(() => page.locator("#waits").isVisible()).toBe(false);
  // What it did is told on the next page, as ever.
  await page.goto("/tasks");
  await page.getByText(/Client created/).waitFor();
  await page.goto("/tasks");
  expect(await page.getByText(/Client created/).count()).toBe(0);
  expect(await countClients(page)).toBe(1);
});

test("a form whose answer is lost after it was applied is applied once", async () => {
  const { page, line } = await openWithForm();
  line.loseAnswers();
  await keepClient(page);
  expect(line.lost).toBeGreaterThan(0);
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
});

test("what the app refuses waits for its person, who sees why on its own page with what was typed", async () => {
  const { page, line } = await openWithForm();
  line.cut();
  await page.goto("/clients/new");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create client" }).click();
  await page.waitForURL("**/waiting?new=*");
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toMatchObject([{ state: "refused", status: 400 }]);
  await page.goto("/waiting");
  await page.getByText("It was not accepted.").waitFor();
  await page.getByRole("button", { name: /Open and send/ }).click();
  await page.waitForURL("**/clients/new");
  expect(await page.getByLabel("Name").inputValue()).toBe(name);
  await page.getByLabel("Email", { exact: true }).fill("zoe@client.example");
  await page.getByRole("button", { name: "Create client" }).click();
  await page.waitForURL("**/clients/");
  expect(await waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
});

test("a form that waits can be changed without a connection and with one, and be discarded", async () => {
  const { page, line } = await openWithForm();
  line.cut();
  await keepClient(page);
  await page.getByRole("link", { name: /^Change/ }).click();
  await page.getByLabel("Name").fill("Zoë Changed");
  await page.getByRole("button", { name: "Save and send" }).click();
  await page.getByText("Create a new client: Zoë Changed").waitFor();
  expect(await waitingForms(page)).toHaveLength(1);
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page, "Zoë Changed")).toBe(1);
  line.cut();
  await sendClient(page, "Nobody Known");
  await page.waitForURL("**/waiting?new=*");
  await page.getByRole("link", { name: /^Discard/ }).click();
  await page.getByRole("button", { name: "Discard it" }).click();
  await page.waitForURL("**/waiting");
  expect(await waitingForms(page)).toEqual([]);
  line.carry();
  expect(await countClients(page, "Nobody Known")).toBe(0);
});

test("a form of an ended session is sent when its person signs in again; somebody else in between sees nothing of it", async () => {
  const { agent, page, line } = await openKeptDevice();
  const other = await registerAgent(inject("origin"));
  await page.goto("/clients/new");
  await expect.poll(() => keptPaths(page)).toContain("/clients/new");
  line.cut();
  await keepClient(page);
  const elsewhere = await openPage({ scripts: "off", width: 1280 });
  await elsewhere.page.goto("/login/");
  await signIn(elsewhere.page, agent);
  await elsewhere.page.goto("/settings/account/sessions");
  await elsewhere.page.getByRole("button", { name: "End all others" }).click();
  await elsewhere.page.getByText(/signed out\.$/).waitFor();
  line.carry();
  await page.goto("/dashboard");
  await page.waitForURL("**/login/**");
  await expect.poll(() => keptPaths(page)).toEqual([]);
  expect(await everythingKept(page)).not.toContain("Okonkwo");
  await signIn(page, other);
  expect(await page.locator("#waits").count()).toBe(0);
  await page.goto("/waiting");
  await page.getByText("Everything was sent.").waitFor();
  expect(await page.content()).not.toContain("Okonkwo");
  expect(await waitingForms(page)).toHaveLength(1);
  line.cut();
  await page.goto("/dashboard").catch(() => {});
  expect(await page.content()).not.toContain(agent.workspaceName);
  line.carry();
  await page.goto("/dashboard");
  await signOut(page);
  await page.waitForURL("**/signed-out?kept");
  await page.goto("/login/");
  await signIn(page, agent);
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
  await other.visitor.close();
});

async function signOut(page: Page): Promise<void> {
  await page.locator("header summary").last().click();
  await page.getByRole("button", { name: "Sign out" }).click();
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/dashboard");
}

test("signing out with forms that wait asks first; without a connection the pages are gone at once", async () => {
  const { agent, page, line } = await openWithForm();
  line.cut();
  await keepClient(page);
  await signOut(page);
  await page.getByText("Sign out?").waitFor();
  await page.getByRole("button", { name: "Sign out and keep them" }).click();
  await page.getByText("You are signed out on this device.").waitFor();
  await page.goto("/dashboard");
  await page.getByText("You are signed out on this device.").waitFor();
  line.carry();
  await page.goto("/dashboard");
  await page.waitForURL("**/signed-out?kept");
  await page.goto("/login/");
  await signIn(page, agent);
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
});

test("a device that is forgotten from another one forgets at its next contact, and what waits there cannot be opened any more", async () => {
  const { agent, page, line } = await openWithForm();
  line.cut();
  await keepClient(page);
  const { visitor } = agent;
  await visitor.open("/settings/account/sessions");
  await visitor.follow("Forget");
  await visitor.submit({}, { button: "Forget this device" });
  line.carry();
  await page.goto("/dashboard");
  await page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage(''))");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await page.goto("/dashboard");
  expect(await page.locator("#waits").count()).toBe(0);
});

test("a form of three tabs is three forms, and all are applied in their order", async () => {
  const { page, context, line } = await openWithForm();
  line.cut();
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const [index, tab] of tabs.entries()) await sendClient(tab, `Tab Person ${index}`);
  await Promise.all(tabs.map((tab) => tab.waitForURL("**/waiting?new=*")));
  expect(await waitingForms(page)).toHaveLength(3);
  line.carry();
  await Promise.all(tabs.map((tab) => tab.goto("/dashboard")));
  await expect.poll(() => waitingForms(page)).toEqual([]);
  for (const index of [0, 1, 2]) expect(await countClients(page, `Tab Person ${index}`)).toBe(1);
});

test("pages that hydrate open and send without a connection, too", async () => {
  const { page, line } = await openKeptDevice({ scripts: "full", width: 1280 });
  await goHydrated(page, "/clients/new");
  await expect.poll(() => keptPaths(page)).toContain("/clients/new");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill("zoe@client.example");
  line.cut();
  await page.getByRole("button", { name: "Create client" }).click();
  await page.waitForURL("**/waiting?new=*");
  line.carry();
  await page.goto("/dashboard");
  await untilHydrated(page);
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
  await goHydrated(page, "/dashboard");
  line.cut();
  await page.getByRole("link", { name: "Clients" }).first().click();
  await page
    .getByText(/no connection/i)
    .first()
    .waitFor();
});

test("two devices change the same field: the later one sees both versions", async () => {
  const { agent, page, line } = await openKeptDevice();
  const id = await createClient(agent.visitor, { name: "Ines Duarte", email: "ines@client.example" });
  const path = `/clients/${id}`;
  await page.goto(`${path}/edit`);
  await expect.poll(() => keptPaths(page)).toContain(`${path}/edit`);
  line.cut();
  await page.goto(`${path}/edit`);
  await page.getByLabel("Name").fill("Ines of the phone");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL("**/waiting?new=*");
  // The copy of the page is not offered a second time.
  await page.goto(`${path}/edit`);
  await page.getByText("Change what was not sent").waitFor();
  await agent.visitor.open(`${path}/edit`);
  await agent.visitor.submit({ name: "Ines of the office" }, { button: "Save changes" });
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toMatchObject([{ state: "refused", status: 409 }]);
  await page.goto("/waiting");
  await page.getByRole("button", { name: /Open and send/ }).click();
  await page.getByText("Someone else changed this.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Ines of the phone");
  await page.getByText("Ines of the office").first().waitFor();
});

test("a clock that is days wrong shows no old copy and keeps no form waiting", async () => {
  const { page, line } = await openWithForm();
  line.cut();
  await keepClient(page);
  expect(await readValue(page, "contact")).toBeTypeOf("number");
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("latchkey");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(["values", "forms"], "readwrite");
      transaction.objectStore("values").put(Date.now() + 4 * 86_400_000, "contact");
      const forms = transaction.objectStore("forms");
      forms.getAll().onsuccess = ({ target }) => {
        for (const form of target.result) forms.put({ ...form, next: Date.now() + 9 * 86_400_000 });
      };
      transaction.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
  await page.goto("/dashboard").catch(() => {});
  await page.getByText("This page isn’t kept on this device.").waitFor();
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
});

test("the worker leaves pages of clients, of settings and shared ones alone", async () => {
  const { page } = await openKeptDevice();
  for (const path of ["/settings/account", "/account/password", "/client-portal/", "/register/account"]) {
    await page.goto(path);
    await page.goto("/dashboard");
  }
  await expect.poll(() => keptPaths(page)).toContain("/dashboard");
  const paths = await keptPaths(page);
  expect(paths.filter((path) => /settings|account|portal|register/.test(path))).toEqual([]);
});

test("one who signs in with the box ticked has said so", async () => {
  const agent = await registerAgent(inject("origin"));
  const { page } = await openPage({ scripts: "lite", width: 390 });
  await page.goto("/login/");
  await page.getByLabel("This is my device").check();
  await signIn(page, agent);
  await expect.poll(() => readValue(page, "owner")).toContain("/");
  await agent.visitor.close();
});

const photo = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(smallPicture()) });

test("photos that are shared without a connection wait, are given a property, and are there once when it is back", async () => {
  const { agent, page, line } = await openKeptDevice();
  const id = await createPackage(agent.visitor, { street: "12 O'Basement & Lane" });
  await page.goto(`/packages/${id}`);
  await expect.poll(() => keptPaths(page)).toContain(`/packages/${id}`);
  line.cut();
  await share(page, [photo("one.png"), photo("two.png")]);
  await page.getByText("Send what you shared").waitFor();
  await page.getByLabel("Where it goes").selectOption({ label: "12 O'Basement & Lane" });
  await page.getByLabel("What to do").selectOption("photos");
  await page.getByLabel("Name").fill("Kitchen");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL("**/waiting");
  expect(await waitingForms(page)).toHaveLength(1);
  expect(await everythingKept(page)).not.toContain("Kitchen");
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  await page.goto(`/packages/${id}/photos`);
  expect(await page.getByText("Kitchen").count()).toBeGreaterThan(0);
  expect(
    (await agent.visitor.open(`/packages/${id}/photos`)).document.querySelectorAll("main li img, main figure img"),
  ).toHaveLength(2);
});

test("what is shared while nobody is signed in waits sealed for who said that this is their device", async () => {
  const { agent, page, line } = await openKeptDevice();
  await signOut(page);
  await page.waitForURL("**/signed-out**");
  await page.goto("/login/");
  await page.getByLabel("This is my device").check();
  await signIn(page, agent);
  await expect.poll(() => readValue(page, "owner")).toContain("/");
  await page.context().clearCookies({ name: "latchkey" });
  await page.goto("/dashboard");
  await page.waitForURL("**/login/**");
  await expect.poll(() => readValue(page, "owner")).toBeUndefined();
  line.carry();
  await share(page, [photo("three.png")]);
  await page.waitForURL("**/login/**");
  await expect.poll(() => waitingForms(page)).toMatchObject([{ state: "shared" }]);
  expect(await everythingKept(page)).not.toContain("three.png");
  await page.getByLabel("Email").fill(agent.email);
  await page.getByLabel("Password").fill(agent.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/waiting");
  await page.getByRole("link", { name: /^Change/ }).click();
  await page.waitForURL("**/device/shared/*");
  await page.getByText("three.png").waitFor();
  expect(await waitingForms(page)).toEqual([]);
});

test("what is answered by somebody in between, as a hotel's sign-in page, is neither shown nor taken for an answer", async () => {
  const { page, line } = await openWithForm();
  line.captive("<h1>Welcome to Hotel Wi-Fi</h1>");
  await page.goto("/dashboard");
  await page.getByText(/This page was saved at/).waitFor();
  expect(await page.content()).not.toContain("Hotel Wi-Fi");
  await keepClient(page);
  expect(await waitingForms(page)).toMatchObject([{ state: "waiting" }]);
  line.carry();
  await page.goto("/dashboard");
  await expect.poll(() => waitingForms(page)).toEqual([]);
  expect(await countClients(page)).toBe(1);
});

test("what is fetched before the click stays the browser's own, reads nothing and is of now after a form", async () => {
  const { agent, page, context } = await openKeptDevice({ width: 1280 });
  await createClient(agent.visitor, { name: "Ines Duarte", email: "ines@client.example" });
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.headers()["sec-purpose"]?.startsWith("prefetch")) asked.push(new URL(request.url()).pathname);
  });
  await page.goto("/dashboard");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clients" });
  await link.hover();
  await expect.poll(() => asked).toContain("/clients");
  await sendClient(await context.newPage());
  await link.click();
  await page.waitForURL("**/clients");
  await page.getByText(name).first().waitFor();
});

/** Takes a client out for good. */
async function purgeClient(visitor: Visitor, id: string): Promise<void> {
  await visitor.open(`/trash/new?about=client.${id}`);
  await visitor.submit({}, { form: "main form" });
  await visitor.open(`/trash/removal?record=${id}`);
  await visitor.submit({}, { form: "main form" });
}

test("a client's data that was erased is gone from the copies at the next contact", async () => {
  const { agent, page } = await openKeptDevice();
  const id = await createClient(agent.visitor, { name: "Erased Person", email: "erased@client.example" });
  await page.goto(`/clients/${id}`);
  await expect.poll(() => keptPaths(page)).toContain(`/clients/${id}`);
  expect(await everythingKept(page)).toContain("Erased Person");
  await page.evaluate("window.stop()");
  await purgeClient(agent.visitor, id);
  await refreshNow(page);
  await page.goto("/tasks");
  await expect.poll(() => keptPaths(page)).not.toContain(`/clients/${id}`);
  await expect.poll(() => everythingKept(page)).not.toContain("Erased Person");
});
