import { HttpResponse, http } from "msw";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const who = "GET /api/sessions/current";
const views = "GET /api/saved_views";
const list = "GET /api/clients";

/** The calls of one page, by name. */
async function callsOf(app: Application, visitor: Visitor, path = "/clients", headers: Record<string, string> = {}) {
  const before = app.calls.length;
  const response = await visitor.request(path, { headers });
  await response.text();
  return { status: response.status, calls: app.calls.slice(before).toSorted() };
}

const everything = { status: 200, calls: [list, views, who] };

test.beforeEach(({ app }) => app.pretend({ timePasses: false }));

describe("pages of somebody who was asked for within the last seconds", () => {
  test("ask for what they show, and neither who asks nor the saved views", async ({ app, owner }) => {
    expect(await callsOf(app, owner)).toEqual(everything);
    expect(await callsOf(app, owner)).toEqual({ status: 200, calls: [list] });
    app.passSeconds();
    expect(await callsOf(app, owner)).toEqual(everything);
  });

  test("ask for views that could not be read before", async ({ app, owner }) => {
    let isDown = true;
    app.use(http.get("*/api/saved_views", () => (isDown ? new HttpResponse(null, { status: 422 }) : undefined)));
    await callsOf(app, owner);
    isDown = false;
    expect((await callsOf(app, owner)).calls).toEqual([list, views]);
    expect((await callsOf(app, owner)).calls).toEqual([list]);
  });

  test("do not ask a service that stores no views, until the seconds are over", async ({ app, owner }) => {
    app.use(http.get("*/api/saved_views", () => new HttpResponse(null, { status: 404 })));
    expect(await callsOf(app, owner)).toEqual(everything);
    expect(await callsOf(app, owner)).toEqual({ status: 200, calls: [list] });
    app.passSeconds();
    expect(await callsOf(app, owner)).toEqual(everything);
  });

  test("are shown without it while the service cannot say who asks", async ({ app, owner }) => {
    let isDown = false;
    app.use(http.get("*/api/sessions/current", () => (isDown ? new HttpResponse(null, { status: 503 }) : undefined)));
    await callsOf(app, owner);
    isDown = true;
    expect((await callsOf(app, owner)).status).toBe(200);
    app.passSeconds();
    expect((await callsOf(app, owner)).status).toBe(503);
  });

  test("do not read the session again, unless the seconds are over or this browser has chosen another place", async ({
    app,
  }) => {
    // By the form, which also tells the browser where it is.
    const owner = await app.signedIn(await app.newOwner());
    const { status } = await callsOf(app, owner);
    app.setSessionStoreDown(true);
    expect([status, (await callsOf(app, owner)).status]).toEqual([200, 200]);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const elsewhere = cookie.replace(/(latchkey_workspace=)[^;]+/, "$1another");
    expect(elsewhere).not.toBe(cookie);
    const headers: readonly Record<string, string>[] = [{ cookie: elsewhere }, { "cache-control": "max-age=0" }];
    for (const asked of headers) expect((await callsOf(app, owner, "/clients", asked)).status).toBe(503);
    const write = await owner.request("/clients/new", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=Maya",
    });
    expect(write.status).toBe(503);
    app.setSessionStoreDown(false);
    await callsOf(app, owner);
    app.setSessionStoreDown(true);
    app.passSeconds();
    expect((await callsOf(app, owner)).status).toBe(503);
    app.setSessionStoreDown(false);
  });

  test("keep them apart from everybody else", async ({ app, owner, agency }) => {
    const { visitor } = await agency.join("member");
    await callsOf(app, visitor);
    await callsOf(app, owner);
    await callsOf(app, visitor);
    expect((await visitor.open("/settings/account")).text).not.toContain(await emailOf(owner));
  });
});

async function emailOf(visitor: Visitor): Promise<string> {
  const { document } = await visitor.open("/settings/account");
  const email = document.querySelector("input[name='email']")?.getAttribute("value") ?? "";
  return email === "" ? (/\S+@\S+\.\w+/.exec(document.text)?.[0] ?? "nobody") : email;
}

describe("they are asked for anew", () => {
  test.for<readonly [string, Record<string, string>]>([
    ["when the page is loaded again", { "cache-control": "max-age=0" }],
    ["when it is loaded past the browser's cache", { "cache-control": "no-cache" }],
    ["when the page brings itself up to date", { referer: "/clients/" }],
  ])("%s", async ([_name, headers], { app, owner }) => {
    await callsOf(app, owner);
    const { referer } = headers;
    const sent = referer === undefined ? headers : { referer: app.origin + referer };
    expect(await callsOf(app, owner, "/clients", sent)).toEqual(everything);
    expect((await callsOf(app, owner, "/clients", { referer: `${app.origin}/tasks` })).calls).toEqual([list]);
  });

  test("when a toast waits, since another process may have written", async ({ app, owner }) => {
    await callsOf(app, owner);
    owner.cookies.set("lk_toast", Buffer.from("The fence is painted.").toString("base64url"));
    expect(await callsOf(app, owner)).toEqual(everything);
  });

  test("after a write of the session, also one that was refused", async ({ app, owner }) => {
    await owner.open("/clients/new");
    expect((await callsOf(app, owner)).calls).not.toContain(who);
    expect((await owner.submit({ name: "" }, { button: "Create client" })).status).toBe(400);
    expect((await callsOf(app, owner)).calls).toContain(who);
    expect((await callsOf(app, owner)).calls).not.toContain(who);
    await owner.request("/scripts", { method: "POST" });
    expect((await callsOf(app, owner)).calls).toContain(who);
  });

  test("after a write during which they were asked for", async ({ app, owner }) => {
    await owner.open("/clients/new");
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.use(
      http.get(
        "*/api/sessions/current",
        async () => {
          asked.resolve();
          await answered.promise;
        },
        { once: true },
      ),
    );
    const early = owner.request("/tasks");
    await asked.promise;
    await owner.request("/scripts", { method: "POST" });
    answered.resolve();
    await (await early).text();
    expect((await callsOf(app, owner)).calls).toContain(who);
  });

  test("and what was answered before a write is not remembered: the page after it is made only once", async ({
    app,
    owner,
    agency,
  }) => {
    await owner.open("/settings/account");
    const current = await app.callUpstream("GET", "/sessions/current", { token: agency.owner.token });
    const before = await current.text();
    const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.use(
      http.get(
        "*/api/sessions/current",
        async () => {
          asked.resolve();
          await written.promise;
          return new HttpResponse(before, { headers: { "content-type": "application/vnd.api+json" } });
        },
        { once: true },
      ),
    );
    const early = owner.request("/tasks");
    await asked.promise;
    await owner.submit({ firstName: "Nora" }, { button: "Save account" });
    written.resolve();
    await (await early).text();
    // Past the few seconds: who is remembered longer is compared with who is there.
    app.passSeconds();
    const response = await owner.request("/clients");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Nora");
  });

  test("at once, and after it, when the service refuses a call of the page", async ({ app, owner }) => {
    let isRefused = false;
    app.use(
      http.get("*/api/clients", () => (isRefused ? HttpResponse.json({ errors: [] }, { status: 403 }) : undefined)),
    );
    await callsOf(app, owner);
    isRefused = true;
    expect(await callsOf(app, owner)).toMatchObject({ status: 403, calls: [list, who] });
    app.passSeconds();
    expect(await callsOf(app, owner)).toMatchObject({ status: 403, calls: [list, views, who] });
    isRefused = false;
    expect(await callsOf(app, owner)).toEqual(everything);
  });

  test("where the page they asked for is not there", async ({ app, owner }) => {
    await callsOf(app, owner);
    const { status, calls } = await callsOf(app, owner, "/clients/5a1f0f0e-0000-4000-8000-000000000000");
    expect(status).toBe(404);
    expect(calls).toContain(who);
  });
});

describe("what changed within the last seconds", () => {
  test("a session that ended at the service is the sign-in page", async ({ app, owner, agency }) => {
    const { pool } = app.database;
    await callsOf(app, owner);
    await pool.query("UPDATE upstream.sessions SET revoked_at = now() WHERE account_id = $1", [agency.owner.accountId]);
    expect((await owner.open("/clients")).url.pathname).toBe("/login/");
  });

  test("somebody who was removed finds nothing of the workspace", async ({ app, agency }) => {
    const { pool } = app.database;
    const { visitor, accountId } = await agency.join("admin");
    await agency.addClient({ name: "Maya Okafor" });
    await visitor.open("/clients");
    await pool.query("DELETE FROM upstream.memberships WHERE account_id = $1", [accountId]);
    const { url, text } = await visitor.open("/clients");
    expect(url.pathname).toBe("/workspace/left");
    expect(text).not.toContain("Maya Okafor");
  });

  test("a role that was taken shows no form for something new, and writes nothing", async ({ app, agency }) => {
    const { pool } = app.database;
    const { visitor, accountId } = await agency.join("admin");
    await pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [agency.workspaceId]);
    const form = "/settings/members/invitations/new";
    const opened = fillForm(await visitor.open(form), "Send invitations", { emails: "nora@example.com" });
    await pool.query("UPDATE upstream.memberships SET role = 'member' WHERE account_id = $1", [accountId]);
    expect((await visitor.open(form)).status).toBe(403);
    expect((await post(visitor, opened)).status).toBe(403);
    expect((await visitor.open(form)).status).toBe(403);
  });
});
