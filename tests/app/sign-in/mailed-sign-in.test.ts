import { expect } from "vitest";
import type { Attempt } from "#app/session/context.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailedPath, mailTo } from "#tests/support/application.ts";

const test = newAgencyTest();

test("an emailed link signs in by its button, and opening it changes nothing", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/login/");
  await visitor.follow("Email me a sign-in link");
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

test("a link works once, and says so afterwards", async ({ app }) => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/sign_in_links", { attributes: { email: owner.email } });
  const path = await mailedPath(app, owner.email);
  const first = app.visitor();
  await first.open(path);
  const second = app.visitor();
  await second.open(path);
  await first.submit({}, { button: "Login" });
  const { status, text, document } = await second.submit({}, { button: "Login" });
  expect(status).toBe(410);
  expect(text).toContain("This link no longer works.");
  expect(document.querySelector("a[href='/login/link']")?.text).toBe("Send a new one");
  expect(second.cookies.has("latchkey")).toBe(false);
});

test("a double click on the link's button signs in, although the first response is lost", async ({ app }) => {
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

test("the emailed code signs in, also typed with a space; a wrong one does not", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/login/link?next=/account/password");
  await visitor.submit({ email: owner.email });
  const code = /\b(\d{3}) ?(\d{3})\b/.exec((await mailTo(app, owner.email)).text);
  const right = `${code?.[1]} ${code?.[2]}`;
  const wrong = await visitor.submit({ code: right.startsWith("1") ? "222222" : "111111" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("That code isn't right, or it has expired.");
  const field = wrong.document.querySelector("input[name=code]");
  expect(field?.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field?.getAttribute("inputmode")).toBe("numeric");
  const { url } = await visitor.submit({ code: right });
  expect(url.pathname).toBe("/account/password");
});

test("after too many attempts a code is not checked", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await visitor.open("/login/link");
  await visitor.submit({ email: owner.email });
  const attempts: Attempt[] = [];
  app.limitTries(async (attempt) => {
    attempts.push(attempt);
    return { allowed: false, retryAfterSeconds: 30 };
  });
  app.calls.length = 0;
  const { status, text } = await visitor.submit({ code: "123456" });
  app.limitTries(null);
  expect([status, text.includes("Too many attempts. Try again in a minute.")]).toEqual([429, true]);
  expect(attempts).toEqual([{ kind: "code", account: owner.email, device: null }]);
  expect(app.calls).toEqual([]);
});

test("an unknown address gets the same response as a known one", async ({ app }) => {
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

test("the code page redirects when no email was requested", async ({ app }) => {
  expect((await app.visitor().open("/login/code")).url.pathname).toBe("/login/link");
});
