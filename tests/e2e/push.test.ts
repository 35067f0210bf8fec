import type { Page, Worker } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { expectSound, type OpenedPage, openPage, type View } from "#tests/support/browser.ts";
import { untilHydrated } from "#tests/support/hydrated-page.ts";
import { openDevice } from "#tests/support/push-devices.ts";
import { type PushBrowser, type PushService, startPushService } from "#tests/support/push-service.ts";
import { type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// From switching a device on to what it shows. Chromium without a window has no push service: its subscription is one at ours.

let pushes: PushService;
let agent: Visitor;
let buyer: SeededBuyer;

beforeAll(async () => {
  pushes = await startPushService();
  agent = (await registerAgent(inject("origin"))).visitor;
  buyer = await seedBuyer(agent);
}, 90_000);
afterAll(async () => {
  expect(pushes.faults).toEqual([]);
  await pushes.close();
  await agent.close();
});

/**
 * Lets the browser show notifications, and subscribe at our service; notes with which keys it does. Chromium's headless shell shows none,
 * whatever is granted: there the page is told that it may.
 */
async function allowNotifications({ page, context }: OpenedPage): Promise<{ browser: PushBrowser; keys: string[] }> {
  await context.grantPermissions(["notifications"]);
  const browser = pushes.subscribe();
  const keys: string[] = [];
  await page.exposeFunction("noteKey", (key: string) => keys.push(key));
  await context.addInitScript(`
    const given = { toJSON: () => (${JSON.stringify({ expirationTime: null, ...browser })}) };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      await noteKey(applicationServerKey + (userVisibleOnly ? "" : " silent"));
      localStorage.setItem("subscribed", "yes");
      return given;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? given : null);
  `);
  return { browser, keys };
}

/** The worker of a page, which keeps what it shows by itself where the browser shows none. */
async function findWorker({ context }: OpenedPage, path: string): Promise<Worker> {
  await expect.poll(() => context.serviceWorkers().map((worker) => new URL(worker.url()).pathname)).toContain(path);
  const worker = context.serviceWorkers().find((one) => one.url().endsWith(path));
  if (worker === undefined) throw new Error(`There is no worker ${path}.`);
  await worker.evaluate(`
    if (Notification.permission !== "granted") {
      const shown = [];
      registration.showNotification = async (title, options) => void shown.push({ title, ...options, close: () => {} });
      registration.getNotifications = async () => shown;
    }`);
  return worker;
}

const shownBy = (worker: Worker) =>
  worker.evaluate(`registration.getNotifications()
    .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data })))`);

/** Hands a push to the worker of a scope, as the browser does. */
async function deliver({ page, context }: OpenedPage, scope: string, data: string): Promise<void> {
  const devTools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await found;
  await devTools.send("ServiceWorker.deliverPushMessage", { origin: inject("origin"), registrationId, data });
}

/** Clicks on what a worker shows, and gives the address of the page that it opens. */
const clickOn = (worker: Worker) =>
  worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    const opening = new Promise((resolve) => { clients.openWindow = async (url) => resolve(url); });
    dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
    return String(await opening);
  })()`);

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).selectOption({ label: option });
}

/** The page of a device that is off, whatever the test before has left. */
async function openDevicePage(view: View): Promise<OpenedPage> {
  await openDevice(agent, "/settings/notifications/device", false);
  return openPage(view, agent);
}

describe.each(["lite", "full"] as const)("staff, with scripts: %s", (scripts) => {
  test("switch a device on, and see what their client wrote", async () => {
    const opened = await openDevicePage({ scripts, width: 390 });
    const { page, complaints } = opened;
    const { browser, keys } = await allowNotifications(opened);
    await page.goto("/settings/notifications");
    if (scripts === "full") await untilHydrated(page);
    await page.evaluate("window.sameDocument = true");
    await page.getByRole("link", { name: "Notifications on this device" }).click();
    await page.waitForURL("**/settings/notifications/device");
    await page.getByRole("button", { name: "Switch on" }).waitFor();
    expect(await page.evaluate("window.sameDocument === true")).toBe(scripts === "full");
    await choose(page, "Quiet from", "No quiet hours");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("This device gets notifications.").waitFor();
    await page.getByRole("button", { name: "Switch off on this device" }).waitFor();
    expect(await page.locator("[data-says]:visible").count()).toBe(0);
    const worker = await findWorker(opened, "/settings/notifications/push-worker.js");
    await buyer.visitor.open("/client-portal/dashboard/messages");
    await buyer.visitor.submitOnly({ body: `The roof leaks, ${scripts}.` }, { button: "Send message" });
    await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
    const [push] = pushes.sentTo(browser);
    expect(keys).toEqual([push?.sender]);
    expect(push?.shown.title).toBe("New message in Latchkey");
    await deliver(opened, "/settings/notifications/", JSON.stringify(push?.shown));
    await expect.poll(() => shownBy(worker)).toEqual([push?.shown]);
    await page.goto(String(await clickOn(worker)));
    expect(new URL(page.url()).pathname).toMatch(/^\/messages\/[\w-]+$/);
    await page.getByText(`The roof leaks, ${scripts}.`).last().waitFor();
    await page.goto("/settings/notifications/device");
    await page.getByRole("button", { name: "Switch off on this device" }).click();
    await page.getByText("This device gets no more notifications.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("are told what the browser does not do", async () => {
    const { page, context } = await openDevicePage({ scripts, width: 390 });
    await context.addInitScript(`
      Object.defineProperty(Notification, "permission", { get: () => "denied" });
      if (localStorage.getItem("unable")) delete window.PushManager;`);
    await page.goto("/settings/notifications/device");
    if (scripts === "full") await untilHydrated(page);
    await page.getByText("This browser blocks notifications").waitFor();
    await expectSound(page, { scripts, width: 390 });
    expect(await page.locator("[data-says]:visible").count()).toBe(1);
    await page.evaluate("localStorage.setItem('unable', 'yes')");
    await page.reload();
    await page.getByText("On an iPhone or iPad, add Latchkey to the home screen").waitFor();
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("On an iPhone or iPad, add Latchkey to the home screen").waitFor();
    expect(await page.locator("[data-says]:visible").count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/settings/notifications/device");
  });
});

test("a device whose subscription the browser has lost is told so, and saving repairs it", async () => {
  const opened = await openDevicePage({ scripts: "lite", width: 1280 });
  const { page } = opened;
  const { keys } = await allowNotifications(opened);
  await page.goto("/settings/notifications/device");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("This device gets notifications.").waitFor();
  await page.evaluate("localStorage.clear()");
  await page.reload();
  await page.getByText("This browser no longer receives notifications.").waitFor();
  await page.getByRole("button", { name: "Save choices" }).click();
  await page.getByText("This device gets notifications.").waitFor();
  expect(await page.locator("[data-says]:visible").count()).toBe(0);
  expect(keys).toHaveLength(2);
});

test("a browser without a push service is told so, and nothing is changed", async () => {
  const { page, context } = await openDevicePage({ scripts: "lite", width: 390 });
  await context.grantPermissions(["notifications"]);
  await context.addInitScript(`
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException("no service", "AbortError"));`);
  await page.goto("/settings/notifications/device");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The browser couldn't switch notifications on. Nothing was changed.").waitFor();
});

test("without scripts the page says what is missing, and so does its form", async () => {
  const { page } = await openDevicePage({ scripts: "off", width: 390 });
  await page.goto("/settings/notifications/device");
  expect(await page.locator("noscript .note").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The browser gave no address for notifications.").waitFor();
});

test("a client switches a device on in the portal, and sees what the agent wrote", async () => {
  const opened = await openPage({ scripts: "adaptive", width: 390 }, buyer.visitor);
  const { page, complaints } = opened;
  const { browser, keys } = await allowNotifications(opened);
  await page.goto("/client-portal/dashboard/me");
  await page.getByRole("link", { name: "Choose for this device" }).click();
  await choose(page, "Quiet from", "Never");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("This device shows messages from your agent.").waitFor();
  const worker = await findWorker(opened, "/client-portal/push-worker.js");
  await agent.open(`/messages/${buyer.clientId}`);
  await agent.submitOnly({ body: "Shall we look on Friday?" }, { button: "Send message" });
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
  const [push] = pushes.sentTo(browser);
  expect(keys).toEqual([push?.sender]);
  expect(push?.shown.title).toBe("New message from your agent");
  await deliver(opened, "/client-portal/", JSON.stringify(push?.shown));
  await expect.poll(() => shownBy(worker)).toEqual([push?.shown]);
  await page.goto(String(await clickOn(worker)));
  await page.getByText("Shall we look on Friday?").first().waitFor();
  expect(complaints).toEqual([]);
});
