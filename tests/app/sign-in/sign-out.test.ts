import { http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

const nothing = new URLSearchParams();

test("signing out ends the session here and upstream; a replayed cookie does not work", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const id = visitor.cookies.get("latchkey") ?? "";
  const token = (await app.store.sessions.find(id))?.token ?? "";
  await visitor.open("/dashboard");
  const { url, text } = await visitor.submit({}, { button: "Sign out" });
  expect([url.pathname, text.includes("You are signed out")]).toEqual(["/signed-out", true]);
  expect(visitor.cookies.has("latchkey")).toBe(false);
  expect((await app.callUpstream("GET", "/sessions/current", { token })).status).toBe(401);
  const thief = app.visitor();
  thief.cookies.set("latchkey", id);
  expect((await thief.open("/dashboard")).url.pathname).toBe("/login/");
});

test("signing out clears the cache twice: with its response, and with a picture on the page after it", async ({
  app,
}) => {
  const visitor = await app.signedIn(await app.newOwner());
  visitor.cookies.set("lk_scripts", "full");
  await visitor.send("/scripts", new URLSearchParams({ mode: "full" }));
  const answer = await visitor.request("/sign-out", { method: "POST" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
  // It signs nobody in: it says that strangers cannot use up this browser's tries.
  expect([...visitor.cookies.keys()]).toEqual(["latchkey_device"]);
  const page = await visitor.open("/signed-out");
  const source = page.document.querySelector("img")?.getAttribute("src") ?? "";
  const picture = await visitor.request(source);
  expect(picture.headers.get("content-type")).toBe("image/gif");
  expect(picture.headers.get("cache-control")).toBe("no-store");
  expect(picture.headers.get("clear-site-data")).toBe('"cache"');
});

test("signing out works without a session and with the upstream down, and opening its address does nothing", async ({
  app,
}) => {
  expect((await app.visitor().send("/sign-out", nothing)).url.pathname).toBe("/signed-out");
  const visitor = await app.signedIn(await app.newOwner());
  const id = visitor.cookies.get("latchkey") ?? "";
  await visitor.open("/sign-out");
  expect(await app.store.sessions.find(id)).not.toBeNull();
  app.use(
    http.all("*", () => {
      throw new Error("down");
    }),
  );
  const { url } = await visitor.send("/sign-out", nothing);
  app.resetHandlers();
  expect(url.pathname).toBe("/signed-out");
  expect(await app.store.sessions.find(id)).toBeNull();
});

test("signing in ends the browser's earlier session, upstream too", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  const earlier = (await app.store.sessions.find(visitor.cookies.get("latchkey") ?? ""))?.token ?? "";
  const fields = new URLSearchParams({ email: owner.email, password: owner.password });
  expect((await visitor.send("/login/", fields)).url.pathname).toBe("/dashboard");
  expect((await app.callUpstream("GET", "/sessions/current", { token: earlier })).status).toBe(401);
});

test("the root address redirects to the dashboard or to the sign-in page", async ({ app }) => {
  expect((await app.visitor().open("/")).url.pathname).toBe("/login/");
  expect((await (await app.signedIn(await app.newOwner())).open("/")).url.pathname).toBe("/dashboard");
});

test("choosing a page mode returns to the page, and Automatic removes the choice", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const choose = (mode: string, referer: string) =>
    visitor.request("/scripts", {
      method: "POST",
      headers: { referer, "content-type": "application/x-www-form-urlencoded" },
      body: `mode=${mode}`,
    });
  const lite = await choose("lite", `${app.origin}/clients?sort=open`);
  expect([lite.status, lite.headers.get("location")]).toEqual([303, "/clients?sort=open"]);
  expect(visitor.cookies.get("lk_pin")).toBe("lite");
  const full = await choose("full", "https://elsewhere.example/clients");
  expect([full.headers.get("location"), visitor.cookies.get("lk_pin")]).toEqual(["/dashboard", "full"]);
  const outside = await choose("full", `${app.origin}//elsewhere.example/clients`);
  expect(outside.headers.get("location")).toBe("/dashboard");
  expect((await visitor.open("/dashboard")).html).toContain("<script");
  await choose("auto", "");
  expect(visitor.cookies.has("lk_pin")).toBe(false);
});

test("the demo's sign-in page lists its accounts, and its outbox shows emails with links", async ({ app }) => {
  app.pretend({ demo: true });
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const login = await visitor.open("/login/");
  expect(login.text).toContain("owner@evergreen.example");
  expect(login.text).toContain("evergreen-demo-2026");
  await visitor.open("/login/link");
  await visitor.submit({ email: owner.email });
  const outbox = await visitor.open("/outbox");
  expect(outbox.text).toContain(owner.email);
  const link = outbox.document.querySelector("a[href*='/sign-in/']")?.getAttribute("href") ?? "";
  await visitor.open(link);
  expect((await visitor.submit({}, { button: "Login" })).url.pathname).toBe("/dashboard");
});

test("a demo that sends its emails speaks of no outbox", async ({ app }) => {
  app.pretend({ demo: true, sendsMail: true });
  const visitor = app.visitor();
  const login = await visitor.open("/login/");
  expect(login.text).toContain("owner@evergreen.example");
  const portal = await visitor.open("/client-portal/login");
  expect(portal.text).toContain("buyer@client.example");
  for (const { html } of [login, portal]) expect(html).not.toContain("outbox");
  expect((await visitor.open("/outbox")).status).toBe(404);
});

test("outside the demo there is no outbox and no list of accounts", async ({ app }) => {
  app.pretend({ demo: false });
  const visitor = app.visitor();
  expect((await visitor.open("/outbox")).status).toBe(404);
  expect((await visitor.open("/login/")).text).not.toContain("evergreen");
});

test("sign-in pages have no scripts, and unchanged ones are answered 304", async ({ app }) => {
  app.pretend({ demo: true });
  const visitor = app.visitor();
  for (const path of ["/login/", "/login/link", "/register/account", "/password/forgotten", "/signed-out", "/outbox"]) {
    const page = await visitor.open(path);
    expect([page.status, page.html.includes("<script")], path).toEqual([200, false]);
  }
  const { headers } = await visitor.open("/login/");
  const again = await visitor.request("/login/", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});
