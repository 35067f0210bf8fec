import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, mailedPath, mailTo, openToken, startApplication } from "#tests/support/application.ts";

let app: Application;

beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.close());

test("an agent signs in with the password, and lands where they wanted to go", async () => {
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

test("a wrong password and an unknown account get the same answer, which keeps the address and no password", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const answers = [];
  for (const [email, password] of [
    [owner.email, "wrong password 1"],
    ["nobody@example.com", "wrong password 2"],
  ] as const) {
    await visitor.open("/login/");
    const { status, html, document } = await visitor.submit({ email, password }, { button: "Login" });
    expect(status).toBe(400);
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe(email);
    expect(html).not.toContain(password);
    answers.push(html.replaceAll(email, "ADDRESS"));
  }
  expect(answers[0]).toContain("The email or the password is not right.");
  expect(answers[1]).toBe(answers[0]);
  expect(visitor.cookies.has("latchkey")).toBe(false);
});

test("empty fields get the messages of the specification", async () => {
  const visitor = app.visitor();
  await visitor.open("/login/");
  const { status, text } = await visitor.submit({ email: "", password: "" }, { button: "Login" });
  expect(status).toBe(400);
  expect(text).toContain("Password must be at least 1 character.");
  expect(text).toContain("Email must be at least 1 character.");
});

test("the session begins under a new id, whatever id the browser came with", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/register/account");
  await visitor.submit({ name: "A", email: "a@example.com", phoneNumber: "1" });
  const planted = visitor.cookies.get("latchkey") ?? "";
  expect(planted).toHaveLength(43);
  await visitor.open("/login/");
  await visitor.submit({ email: owner.email, password: owner.password }, { button: "Login" });
  const id = visitor.cookies.get("latchkey") ?? "";
  expect(id).toHaveLength(43);
  expect(id).not.toBe(planted);
  expect(await app.store.sessions.find(planted)).toBeNull();
});

test("the cookie is HttpOnly and Lax, for the whole site", async () => {
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

test("somebody who is signed in is led on from the sign-in page", async () => {
  const visitor = await app.signedIn(await app.newOwner());
  const { url } = await visitor.open("/login/?next=/account/password");
  expect(url.pathname).toBe("/account/password");
});

test("a page costs one call about the session", async () => {
  const visitor = await app.signedIn(await app.newOwner());
  app.calls.length = 0;
  await visitor.open("/account/password");
  expect(app.calls).toEqual(["GET /api/sessions/current"]);
});

test("a mailed link signs in by its button, and opening it changes nothing", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/login/");
  await visitor.follow("E-mail me a link");
  const sent = await visitor.submit({ email: owner.email });
  expect(sent.url.pathname).toBe("/login/code");
  expect(sent.text).toContain(owner.email);
  const path = await mailedPath(app, owner.email);
  expect(path).toMatch(/^\/sign-in\//);
  const scanner = app.visitor();
  for (let look = 0; look < 3; look += 1) expect((await scanner.open(path)).status).toBe(200);
  expect(scanner.cookies.size).toBe(0);
  const other = app.visitor();
  await other.open(path);
  expect((await other.submit({}, { button: "Login" })).url.pathname).toBe("/dashboard");
});

test("a link works once, and says so afterwards", async () => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/sign_in_links", { attributes: { email: owner.email } });
  const path = await mailedPath(app, owner.email);
  const first = app.visitor();
  await first.open(path);
  await first.submit({}, { button: "Login" });
  const second = app.visitor();
  await second.open(path);
  const { status, text, document } = await second.submit({}, { button: "Login" });
  expect(status).toBe(410);
  expect(text).toContain("This link does not work any more.");
  expect(document.querySelector("a[href='/login/link']")?.text).toBe("Send a new one");
  expect(second.cookies.has("latchkey")).toBe(false);
});

test("a double click on the link's button signs in, although the first answer is lost", async () => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/sign_in_links", { attributes: { email: owner.email } });
  const visitor = app.visitor();
  const page = await visitor.open(await mailedPath(app, owner.email));
  const fields = new URLSearchParams();
  for (const input of page.document.querySelectorAll("input")) {
    fields.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
  }
  const click = () =>
    app.visitor().request(page.url.pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: fields.toString(),
    });
  const [lost, ...others] = await Promise.all([click(), click(), click()]);
  const cookies = new Set([lost, ...others].map((response) => response.headers.getSetCookie()[0]?.split(";")[0]));
  expect([lost, ...others].map((response) => response.status)).toEqual([303, 303, 303]);
  expect(cookies.size).toBe(1);
  const again = await visitor.send(page.url.pathname, fields);
  expect(again.url.pathname).toBe("/dashboard");
});

test("the code of the mail signs in, typed with a blank in it; a wrong one does not", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/login/link?next=/account/password");
  await visitor.submit({ email: owner.email });
  const code = /\b(\d{3}) ?(\d{3})\b/.exec((await mailTo(app, owner.email)).text);
  const right = `${code?.[1]} ${code?.[2]}`;
  const wrong = await visitor.submit({ code: right.startsWith("1") ? "222222" : "111111" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("The code is not right, or it has expired.");
  const field = wrong.document.querySelector("input[name=code]");
  expect(field?.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field?.getAttribute("inputmode")).toBe("numeric");
  const { url } = await visitor.submit({ code: right });
  expect(url.pathname).toBe("/account/password");
});

test("an address that nobody has is answered as one that somebody has", async () => {
  const owner = await app.newOwner();
  const answers = [];
  for (const email of [owner.email, "nobody-at-all@example.com"]) {
    const visitor = app.visitor();
    await visitor.open("/login/link");
    const { status, html } = await visitor.submit({ email });
    answers.push([status, html.replaceAll(email, "ADDRESS")]);
  }
  expect(answers[1]).toEqual(answers[0]);
});

test("without a mail asked for there is no code to enter", async () => {
  expect((await app.visitor().open("/login/code")).url.pathname).toBe("/login/link");
});

test("with the upstream down the sign-in page shows, keeps what was typed and says what is wrong", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  app.interrupt(() => Promise.reject(new Error("down")));
  try {
    await visitor.open("/login/");
    const { status, text, document } = await visitor.submit(
      { email: owner.email, password: owner.password },
      { button: "Login" },
    );
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).toContain("does not answer right now");
    expect(document.querySelector("input[name=email]")?.getAttribute("value")).toBe(owner.email);
  } finally {
    app.interrupt(null);
  }
});

test("a session that was ended elsewhere leads to the sign-in page", async () => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  const token = await openToken(app, owner);
  const change = { currentPassword: owner.password, newPassword: "another otter 12 lantern" };
  expect((await app.callUpstream("POST", "/password_changes", { attributes: change, token })).status).toBe(201);
  const { url } = await visitor.open("/account/password");
  expect(url.pathname + url.search).toBe("/login/?next=%2Faccount%2Fpassword");
});

test("no password, token or code stands in the log or in the app's tables", async () => {
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
