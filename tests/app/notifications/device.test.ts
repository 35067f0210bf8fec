import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { describeService } from "#tests/support/described-service.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { someBrowser } from "#tests/support/push-devices.ts";
import { type PushService, startPushService } from "#tests/support/push-service.ts";

const test = newAgencyTest().extend("pushes", async ({ task: _task }, { onCleanup }): Promise<PushService> => {
  const pushes = await startPushService();
  onCleanup(() => pushes.close());
  return pushes;
});

const path = "/settings/notifications/device";
const worker = "/settings/notifications/push-worker.js";

test("a device is off until it is switched on, is told then, and can be switched off", async ({
  app,
  agency,
  owner,
  pushes,
}) => {
  const browser = pushes.subscribe();
  const { text, document } = await owner.open(path);
  expect(text).not.toContain("Switch off on this device");
  expect(document.querySelector("input[data-worker]")?.getAttribute("data-worker")).toBe(worker);
  const values = { deviceToken: JSON.stringify({ expirationTime: null, ...browser }), quietFrom: "" };
  const on = await owner.submit(values, { button: "Switch on" });
  expect(on.text).toContain("This device gets notifications.");
  expect(on.document.querySelector('select[name="quietFrom"] option[selected]')?.getAttribute("value")).toBe("");
  await newPortalClient(app, agency, "Nora Lind");
  await expect
    .poll(() => pushes.sentTo(browser).map(({ shown }) => shown.title))
    .toEqual(["A client joined the portal"]);
  const [push] = pushes.sentTo(browser);
  // A click leads to what it is about, and reads it.
  const clicked = await owner.open(push?.shown.url ?? "");
  expect(clicked.url.pathname).toMatch(/^\/clients\/[\w-]+$/);
  expect(clicked.document.querySelector(".bell")?.textContent).toBe("Notifications");
  await owner.open(path);
  const off = await owner.submit({}, { button: "Switch off on this device" });
  expect(off.text).toContain("This device gets no more notifications.");
  await newPortalClient(app, agency, "Ida Berg");
  await owner.open("/notifications");
  expect(pushes.sentTo(browser)).toHaveLength(1);
});

test.for(["staff", "client"])(
  "the worker of %s tells where the browser is reached now, and switches nothing on",
  async (who, { app, agency, owner, pushes }) => {
    const { visitor: client, record } = await newPortalClient(app, agency, "Nora Lind");
    const isClient = who === "client";
    const [visitor, page, renewal] = isClient
      ? [client, "/client-portal/dashboard/me/device", "/client-portal/push-renewal"]
      : [owner, path, "/settings/notifications/push-renewal"];
    const [before, after] = [pushes.subscribe(), pushes.subscribe()];
    // As the worker sends it: without the hidden fields of a page.
    const tell = (browser: typeof before) =>
      visitor.request(renewal, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: app.origin },
        body: String(new URLSearchParams({ deviceToken: JSON.stringify(browser) })),
      });
    expect((await tell(before)).status).toBe(303);
    expect((await visitor.open(page)).text).not.toContain("Switch off on this device");
    await visitor.submit({ deviceToken: JSON.stringify(before), quietFrom: "" }, { button: "Switch on" });
    expect((await tell(after)).status).toBe(303);
    const [writer, place] = isClient
      ? [owner, `/messages/${record.id}`]
      : [client, "/client-portal/dashboard/messages"];
    await writer.open(place);
    await writer.submitOnly({ body: "Hello" }, { button: "Send message" });
    await expect.poll(() => pushes.sentTo(after)).toHaveLength(1);
    expect(pushes.sentTo(before)).toEqual([]);
  },
);

test("signing out ends what a device is told", async ({ app, agency, owner, pushes }) => {
  const { visitor: client } = await newPortalClient(app, agency, "Nora Lind");
  const browser = pushes.subscribe();
  await owner.open(path);
  await owner.submit({ deviceToken: JSON.stringify(browser), quietFrom: "" }, { button: "Switch on" });
  await owner.submitOnly({}, { button: "Sign out" });
  await client.open("/client-portal/dashboard/messages");
  await client.submitOnly({ body: "Hello" }, { button: "Send message" });
  const stored = await app.database.orm.execute(
    sql`select from upstream.push_subscriptions where endpoint = ${browser.endpoint}`,
  );
  expect(stored.rows).toEqual([]);
  expect(pushes.asked()).toBe(0);
});

test("choices are saved without the browser, once it is on", async ({ owner }) => {
  await owner.open(path);
  await owner.submit({ deviceToken: someBrowser() }, { button: "Switch on" });
  const { document } = await owner.submit(
    { showsNames: "on", quietFrom: "22", quietUntil: "6" },
    { button: "Save choices" },
  );
  const chosen = (name: string) => document.querySelector(`select[name="${name}"] option[selected]`)?.textContent;
  expect([chosen("quietFrom"), chosen("quietUntil")]).toEqual(["10 PM", "6 AM"]);
  expect(document.querySelector('input[name="showsNames"]')?.hasAttribute("checked")).toBe(true);
});

test.for(["", "no browser", '{"endpoint":"https://push.example/1"}'])(
  "a browser that gave %j is told that scripts are missing, and what was chosen is kept",
  async (deviceToken, { owner }) => {
    await owner.open(path);
    const { status, text, document } = await owner.submit({ deviceToken, showsNames: "on" }, { button: "Switch on" });
    expect([status, text]).toEqual([400, expect.stringContaining("needs scripts")]);
    expect(document.querySelector('input[name="showsNames"]')?.hasAttribute("checked")).toBe(true);
  },
);

test("the page of the device alone may have a worker", async ({ owner }) => {
  const policies = await Promise.all(
    [path, "/settings/notifications", "/settings/account"].map(async (page) =>
      (await owner.request(page)).headers.get("content-security-policy"),
    ),
  );
  expect(policies.map((policy) => policy?.includes("worker-src 'self'"))).toEqual([true, false, false]);
});

test("the worker is a small script of a strict policy, for everybody, and handles no requests", async ({ app }) => {
  const answer = await app.visitor().request(worker);
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'; img-src 'self'");
  const text = await answer.text();
  expect(text.length).toBeLessThan(1_500);
  expect(text).not.toMatch(/["'`]fetch["'`]/);
  const again = await app.visitor().request(worker, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

test("a client's device is told of the agent's messages, in English and in Spanish", async ({
  app,
  agency,
  owner,
  pushes,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open("/client-portal/dashboard/me");
  const page = await visitor.follow("Choose for this device");
  expect(page.html.match(/<script/g)).toHaveLength(1);
  const refused = await visitor.submit({ showsNames: "on" }, { button: "Switch on" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("gave no address")]);
  const browser = pushes.subscribe();
  const values = { deviceToken: JSON.stringify({ expirationTime: null, ...browser }), quietFrom: "" };
  expect((await visitor.submit(values, { button: "Switch on" })).text).toContain("This device shows messages");
  await owner.open(`/messages/${record.id}`);
  await owner.submitOnly({ body: "Shall we look on Friday?" }, { button: "Send message" });
  await expect.poll(() => pushes.sentTo(browser).map(({ shown }) => shown.title)).toHaveLength(1);
  const [push] = pushes.sentTo(browser);
  expect(push?.shown.title).toMatch(/ wrote to you$/);
  expect((await visitor.open(push?.shown.url ?? "")).text).toContain("Shall we look on Friday?");
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { button: "Save" });
  const spanish = await visitor.open("/client-portal/dashboard/me/device");
  expect(spanish.text).toContain("Mensajes en este dispositivo");
  const off = await visitor.submit({}, { button: "Desactivar en este dispositivo" });
  expect(off.text).toContain("Este dispositivo ya no muestra mensajes.");
});

test("staff who look at a portal see no device, and switch none on", async ({ app, agency, owner }) => {
  const { record } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const { url } = await owner.submit({}, { button: "Open the portal" });
  const base = url.pathname.replace(/\/$/, "");
  expect((await owner.open(`${base}/me`)).text).not.toContain("Messages on this device");
  expect((await owner.open(`${base}/me/device`)).html).not.toContain("data-worker=");
  const fields = new URLSearchParams({ deviceToken: someBrowser(), quietFrom: "", quietUntil: "7" });
  expect((await owner.send(`${base}/me/device`, fields)).status).toBe(403);
  expect((await owner.open(path)).text).toContain("Switch on");
});

test("a service that does not describe it is not asked, and the page is not offered", async ({ app, owner }) => {
  app.pretend({ description: describeService({}, ["sessions/current", "mail_choices"]) });
  const { text } = await owner.open("/settings/notifications");
  expect(text).toContain("Save choices");
  expect(text).not.toContain("On this device");
  expect((await owner.open(path)).status).toBe(501);
});
