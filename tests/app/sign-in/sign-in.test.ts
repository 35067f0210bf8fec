import { http } from "msw";
import { expect } from "vitest";
import type { Attempt } from "#app/session/context.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openToken } from "#tests/support/application.ts";

const test = newAgencyTest();

test("signing in with a password leads to the requested page", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const page = await visitor.open("/account/password");
  expect(page.url.pathname).toBe("/login/");
  expect(page.document.querySelector("h1")?.text).toBe("Login to your account");
  const { url, status, document } = await visitor.submit(
    { email: owner.email, password: owner.password },
    { button: "Login" },
  );
  expect([url.pathname, status]).toEqual(["/account/password", 200]);
  expect(document.querySelector("h1")?.text).toBe("Change password");
});

test("a wrong password and an unknown account get the same response, without the password", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const answers = [];
  for (const [email, password] of [
    [owner.email, "wrong password 1"],
    ["nobody@example.com", "wrong password 2"],
  ] as const) {
    const { status, html, document } = await visitor.signIn({ email, password });
    expect(status).toBe(400);
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe(email);
    expect(html).not.toContain(password);
    answers.push(html.replaceAll(email, "ADDRESS"));
  }
  expect(answers[0]).toContain("Incorrect email or password.");
  expect(answers[1]).toBe(answers[0]);
  expect(visitor.cookies.has("latchkey")).toBe(false);
});

test("empty fields get the messages of the specification", async ({ app }) => {
  const visitor = app.visitor();
  const { status, text } = await visitor.signIn({ email: "", password: "" });
  expect(status).toBe(400);
  expect(text).toContain("Password must be at least 1 character.");
  expect(text).toContain("Email must be at least 1 character.");
});

test("signing in starts a new session id, whatever id the browser had", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/register/account");
  await visitor.submit({ name: "A", email: "a@example.com", phoneNumber: "206 555 0101" });
  const planted = visitor.cookies.get("latchkey") ?? "";
  expect(planted).toHaveLength(43);
  await visitor.signIn(owner);
  const id = visitor.cookies.get("latchkey") ?? "";
  expect(id).toHaveLength(43);
  expect(id).not.toBe(planted);
  expect(await app.store.sessions.find(planted)).toBeNull();
});

test("the session cookie is HttpOnly and Lax, for the whole site", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const response = await visitor.request("/login/", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email: owner.email, password: owner.password }).toString(),
  });
  expect(response.status).toBe(303);
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^latchkey=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(13 * 24 * 3600);
});

test("someone signed in is redirected from the sign-in page", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const { url } = await visitor.open("/login/?next=/account/password");
  expect(url.pathname).toBe("/account/password");
});

test("a page makes one call for the current user", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  app.calls.length = 0;
  app.passSeconds();
  await visitor.open("/account/password");
  expect(app.calls).toEqual(["GET /api/sessions/current"]);
});

test("while the upstream is down the sign-in page is shown, keeps entries and says so", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  app.use(
    http.all("*", () => {
      throw new Error("down");
    }),
  );
  try {
    await visitor.open("/login/");
    const { status, text, document } = await visitor.submit(
      { email: owner.email, password: owner.password },
      { button: "Login" },
    );
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).toContain("isn't responding right now");
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe(owner.email);
  } finally {
    app.resetHandlers();
  }
});

test.for(["/login/", "/login/link", "/password/forgotten"])(
  "%s says so where the service itself takes no more attempts, and keeps entries",
  async (path, { app }) => {
    const visitor = app.visitor();
    await visitor.open(path);
    app.use(http.all("*", () => new Response(null, { status: 429, headers: { "retry-after": "60" } })));
    const fields = path === "/login/" ? { email: "ada@example.com", password: "canary" } : { email: "ada@example.com" };
    const { status, text, document } = await visitor.submit(fields);
    app.resetHandlers();
    expect([status, text.includes("Too many attempts. Try again in a few minutes.")]).toEqual([429, true]);
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe("ada@example.com");
  },
);

test.for([
  ["/login/", "password", { email: "Ada@Example.com", password: "canary" }, "/login/link"],
  ["/login/?next=/tasks", "password", { email: "Ada@Example.com", password: "canary" }, "/login/link?next=%2Ftasks"],
  ["/login/link", "sign_in_mail", { email: "Ada@Example.com" }, "/login/"],
  ["/password/forgotten", "password_reset_mail", { email: "Ada@Example.com" }, "/login/link"],
] as const)(
  "after too many attempts %s says how long to wait and which way is open, without a call",
  async ([path, kind, fields, open], { app }) => {
    const attempts: Attempt[] = [];
    app.limitTries(async (attempt) => {
      attempts.push(attempt);
      return { allowed: false, retryAfterSeconds: 700 };
    });
    const visitor = app.visitor();
    await visitor.open(path);
    app.calls.length = 0;
    const { status, headers, html, text, document } = await visitor.submit(fields);
    app.limitTries(null);
    expect([status, text.includes("Too many attempts. Try again in 12 minutes.")]).toEqual([429, true]);
    expect(headers.get("retry-after")).toBe("700");
    const notice = document.querySelector("[role=alert]");
    expect(notice?.querySelector("a")?.getAttribute("href")).toBe(open);
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe("Ada@Example.com");
    expect(html).not.toContain("canary");
    expect(attempts).toEqual([{ kind, account: "ada@example.com", device: null }]);
    expect(app.calls).toEqual([]);
  },
);

test("a session ended elsewhere leads to the sign-in page", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  const token = await openToken(app, owner);
  const change = { currentPassword: owner.password, newPassword: "another otter 12 lantern" };
  expect((await app.callUpstream("POST", "/password_changes", { attributes: change, token })).status).toBe(201);
  const { url } = await visitor.open("/account/password");
  expect(url.pathname + url.search).toBe("/login/?next=%2Faccount%2Fpassword");
});

test("no password, token or code is in the log or in the app's tables", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await visitor.open("/account/password");
  const fields = { currentPassword: "wrong-canary-5512", newPassword: "new-canary-7781-harbour" };
  expect((await visitor.submit(fields, { button: "Change password" })).html).not.toContain("canary");
  const session = await app.store.sessions.find(visitor.cookies.get("latchkey") ?? "");
  const secrets = [
    owner.password,
    "wrong-canary-5512",
    "new-canary-7781-harbour",
    session?.token ?? "none",
    visitor.cookies.get("latchkey") ?? "none",
  ];
  const tables = await app.database.pool.query(
    "SELECT s::text FROM app.sessions s UNION ALL SELECT s::text FROM app.submissions s",
  );
  const kept = tables.rows.map((row) => row.s).join("\n");
  for (const secret of secrets) {
    expect(app.logged()).not.toContain(secret);
    expect(kept).not.toContain(secret);
  }
});
