import { http } from "msw";
import { describe, expect } from "vitest";
import { keyField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openToken } from "#tests/support/application.ts";

const test = newAgencyTest();

/** Ways to ask for a page of the agents' past a guard that looks at one spelling of its address, or at its parent's loader. */
const waysRound: readonly (readonly [name: string, path: string, method?: string])[] = [
  ["the page", "/account/password"],
  ["its data", "/account/password.data"],
  ["its data without the guard's route", "/account/password.data?_routes=session%2Fpassword-change"],
  ["one named route of a document", "/account/password?_routes=session%2Fpassword-change"],
  ["HEAD", "/account/password", "HEAD"],
  ["a slash at the end", "/account/password/"],
  ["capitals", "/ACCOUNT/Password"],
  ["a double slash", "//account//password"],
  ["an encoded letter", "/account/%70assword"],
  ["an encoded slash", "/account%2Fpassword"],
  ["a dot segment", "/account/./password"],
  ["a way back", "/login/../account/password"],
  ["an index that is none", "/account/password?index"],
  ["the list's data", "/clients.data"],
  ["the list's data without the guard's route", "/clients.data?_routes=clients%2Findex"],
  ["a nested page's data", "/clients/new.data?_routes=clients%2Fnew"],
];

describe("someone who is not signed in", () => {
  test.for(waysRound)("%s gets the sign-in page or nothing", async ([_name, path, method = "GET"], { app }) => {
    const response = await app.visitor().request(new URL(app.origin + path), { method });
    const body = await response.text();
    expect(body).not.toContain("Current password");
    expect(body).not.toContain(keyField);
    expect(body).not.toContain("currentPassword");
    const target = `${response.headers.get("location") ?? ""} ${body}`;
    const isSentAway = [202, 302, 303].includes(response.status) && target.includes("/login/");
    expect(isSentAway || response.status === 404, `${response.status} ${body.slice(0, 200)}`).toBe(true);
  });

  test.for([
    "/clients/new",
    "/clients/new.data",
    "/account/password",
    "/workspace/join",
    "/workspace/switch",
    "/scripts",
  ])("a post to %s reaches no action", async (path, { app }) => {
    app.calls.length = 0;
    const response = await app.visitor().request(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=Maya&email=maya%40example.com",
    });
    expect([202, 303]).toContain(response.status);
    expect(app.calls).toEqual([]);
  });

  test("an unknown session cookie is ignored without a call", async ({ app }) => {
    app.calls.length = 0;
    for (const id of ["x".repeat(43), "'; DROP TABLE app.sessions; --", "", "%00", "x".repeat(5000)]) {
      const response = await app.visitor().request("/account/password", { headers: { cookie: `latchkey=${id}` } });
      expect(response.status).toBe(303);
    }
    expect(app.calls).toEqual([]);
  });
});

test("client-side navigation reaches the sign-in page by a full load", async ({ app }) => {
  const response = await app.visitor().request("/account/password.data");
  expect(response.status).toBe(202);
  const body = await response.text();
  expect(body).toContain("/login/?next=%2Faccount%2Fpassword");
  expect(body).toContain("reload");
});

test("a page without scripts is loaded whole when its data is requested", async ({ app }) => {
  const response = await app.visitor().request("/login.data");
  const body = await response.text();
  expect([response.status, body.includes("reload")]).toEqual([202, true]);
});

test("a client's session cannot open the agents' pages", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  app.use(
    http.get("*/api/sessions/current", async ({ request }) => {
      const answer = await app.forward(request);
      return new Response((await answer.text()).replace('"kind":"account"', '"kind":"client"'), answer);
    }),
  );
  const { status } = await visitor.open("/account/password");
  app.resetHandlers();
  expect(status).toBe(403);
});

test("while the upstream is down a page says so, and the session stays", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  app.use(http.all("*", () => new Response("<h1>oops</h1>", { status: 500 })));
  const { status, html } = await visitor.open("/account/password");
  app.resetHandlers();
  expect(status).toBe(503);
  expect(html).not.toContain("oops");
  expect((await visitor.open("/account/password")).status).toBe(200);
});

test("someone who lost their only workspace is told so once, and then redirected to create one", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  const { handle } = owner;
  await app.database.pool.query(
    "DELETE FROM upstream.memberships WHERE workspace_id = (SELECT id FROM upstream.workspaces WHERE handle = $1)",
    [handle],
  );
  expect((await visitor.open("/clients")).url.pathname).toBe("/workspace/left");
  expect((await visitor.open("/clients")).url.pathname).toBe("/workspace/join");
  expect(visitor.page.status).toBe(200);
});

test("the session's workspace is sent upstream, whatever the browser sends", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  const stranger = await app.newOwner();
  const token = await openToken(app, stranger);
  const current = await (await app.callUpstream("GET", "/sessions/current", { token })).text();
  const theirs = /"workspace_id":"([^"]+)"/.exec(current)?.[1] ?? "";
  expect(theirs).toHaveLength(36);
  const sent: (string | null)[] = [];
  app.use(
    http.all("*", ({ request }) => {
      sent.push(request.headers.get("x-workspace-id"));
    }),
  );
  await visitor.request("/clients", { headers: { "x-workspace-id": theirs } });
  app.resetHandlers();
  expect(sent.length).toBeGreaterThan(1);
  expect(sent).not.toContain(theirs);
});
