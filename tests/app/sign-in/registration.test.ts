import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailedPath, openToken } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const goodPassword = "copper lantern 47 harbour";

const typedIn = ({ document }: Visit, name: string) =>
  document.querySelector(`input[name=${name}]`)?.getAttribute("value") ?? "";

function drawPerson() {
  const handle = `team-${randomUUID().slice(0, 8)}`;
  return { name: "Noor Haddad", email: `${handle}@example.com`, phoneNumber: "+1 555 0123", handle };
}

/** Takes the first step. */
async function begin(
  app: Application,
  { handle: _handle, ...account }: ReturnType<typeof drawPerson>,
): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.open("/register/account");
  const next = await visitor.submit(account, { button: "Next" });
  expect(next.url.pathname).toBe("/register/workspace");
  return visitor;
}

test("registering, following the emailed link and choosing a password opens the workspace", async ({ app }) => {
  const person = drawPerson();
  const visitor = await begin(app, person);
  const values = { workspaceName: "Haddad Homes", workspaceHandle: person.handle };
  const complete = await visitor.submit(values, { button: "Next" });
  expect(complete.url.pathname).toBe("/register/complete");
  expect(complete.text).toContain("Your account setup is complete.");
  expect(complete.text).toContain(person.email);
  expect(complete.text).toContain("Already have an account?");
  expect(complete.document.querySelector("a[href='mailto:']")?.text.trim()).toBe("Open email client");

  const path = await mailedPath(app, person.email);
  const scanner = app.visitor();
  for (let look = 0; look < 2; look += 1) expect((await scanner.open(path)).status).toBe(200);
  const late = app.visitor();
  await late.open(path);
  const page = await visitor.open(path);
  expect(page.document.querySelector("input[type=password]")?.getAttribute("autocomplete")).toBe("new-password");
  const weak = await visitor.submit({ password: "short" });
  expect(weak.status).toBe(400);
  expect(weak.text).toContain("Password must be at least 12 characters.");
  expect(weak.html).not.toContain('value="short"');
  const home = await visitor.submit({ password: goodPassword });
  expect([home.url.pathname, home.status]).toEqual(["/dashboard", 200]);
  expect(home.text).toContain("Haddad Homes");

  const used = await late.submit({ password: goodPassword });
  expect([used.status, used.text.includes("This link no longer works.")]).toEqual([410, true]);
  expect((await app.signedIn({ ...person, password: goodPassword })).page.url.pathname).toBe("/dashboard");
});

test("entries survive going back and forth, and are in no URL", async ({ app }) => {
  const person = drawPerson();
  const visitor = await begin(app, person);
  const typed = { workspaceName: "Half Typed", workspaceHandle: "Not A Handle!" };
  const back = await visitor.submit(typed, { button: "Back" });
  expect(back.url.href).toBe(`${app.origin}/register/account`);
  expect([typedIn(back, "name"), typedIn(back, "email"), typedIn(back, "phoneNumber")]).toEqual([
    person.name,
    person.email,
    person.phoneNumber,
  ]);
  const forth = await visitor.submit({ name: "Noor H. Haddad" }, { button: "Next" });
  expect([typedIn(forth, "workspaceName"), typedIn(forth, "workspaceHandle")]).toEqual(Object.values(typed));
  expect(typedIn(await visitor.open("/register/account"), "name")).toBe("Noor H. Haddad");
});

test("the time zone follows the browser's language until somebody has chosen one", async ({ app }) => {
  const visitor = await begin(app, drawPerson());
  const zoneOn = (html: string) => /<option value="([^"]+)" selected/.exec(html)?.[1];
  for (const [languages, zone] of [
    ["de-DE,de;q=0.9,en;q=0.8", "Europe/Berlin"],
    ["en-GB", "Europe/London"],
    ["zh-Hans-CN", "Asia/Shanghai"],
    ["fr", "Europe/Paris"],
    ["en-US,en;q=0.9", "America/New_York"],
    ["x-klingon, *", "America/New_York"],
  ] as const) {
    const page = await visitor.request("/register/workspace", { headers: { "accept-language": languages } });
    expect([languages, zoneOn(await page.text())]).toEqual([languages, zone]);
  }
  const refused = await visitor.submit({ workspaceName: "", timeZone: "Asia/Tokyo" }, { button: "Next" });
  expect([refused.status, zoneOn(refused.html)]).toEqual([400, "Asia/Tokyo"]);
  await visitor.submit({}, { button: "Back" });
  expect(zoneOn((await visitor.submit({}, { button: "Next" })).html)).toBe("Asia/Tokyo");
});

test("the second step redirects to the first when that is missing", async ({ app }) => {
  expect((await app.visitor().open("/register/workspace")).url.pathname).toBe("/register/account");
});

test("empty fields get the messages of the specification, and other entries are kept", async ({ app }) => {
  const visitor = app.visitor();
  await visitor.open("/register/account");
  const account = await visitor.submit({ name: "", email: "no address", phoneNumber: "" });
  expect(account.status).toBe(400);
  for (const message of ["Name must be at least 1 character.", "Invalid email"])
    expect(account.text).toContain(message);
  expect(typedIn(account, "email")).toBe("no address");
  const next = await begin(app, drawPerson());
  const workspace = await next.submit({ workspaceName: "", workspaceHandle: "kept" }, { button: "Next" });
  expect(workspace.text).toContain("Name must be at least 1 character.");
  expect(typedIn(workspace, "workspaceHandle")).toBe("kept");
});

test.for([
  ["login", "used by the product"],
  ["Not a handle", "Use lower-case letters"],
] as const)("the workspace url %j is refused with a reason", async ([workspaceHandle, reason], { app }) => {
  const visitor = await begin(app, drawPerson());
  const { status, text } = await visitor.submit({ workspaceName: "Any", workspaceHandle }, { button: "Next" });
  expect([status, text.includes(reason)], text).toEqual([400, true]);
});

test("a workspace url in use is refused", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await begin(app, drawPerson());
  const values = { workspaceName: "Mine", workspaceHandle: owner.handle };
  const { status, text } = await visitor.submit(values, { button: "Next" });
  expect([status, text.includes("already taken")]).toEqual([400, true]);
});

test("a double click registers once", async ({ app }) => {
  const person = drawPerson();
  const visitor = await begin(app, person);
  const values = { workspaceName: "Once", workspaceHandle: person.handle };
  const form = fillForm(visitor.page, "Next", values);
  const answers = await Promise.all([post(visitor, form), post(visitor, form), post(visitor, form)]);
  expect(answers.map(({ headers }) => headers.get("location"))).toEqual(Array(3).fill("/register/complete"));
  expect((await post(visitor, form)).headers.get("location")).toBe("/register/complete");
  const mails = (await app.mailer.recent(1000)).filter(({ to }) => to === person.email);
  expect(mails).toHaveLength(1);
});

test("an address with an account gets the same response as any other", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await begin(app, { ...drawPerson(), email: owner.email });
  const values = { workspaceName: "Second", workspaceHandle: drawPerson().handle };
  const { url, text } = await visitor.submit(values, { button: "Next" });
  expect([url.pathname, text.includes(owner.email)]).toEqual(["/register/complete", true]);
});

test("resetting a password signs in here and out on other devices", async ({ app }) => {
  const owner = await app.newOwner();
  const elsewhere = await app.signedIn(owner);
  const visitor = app.visitor();
  await visitor.open("/login/");
  await visitor.follow("Forgot password?");
  const sent = await visitor.submit({ email: owner.email });
  expect(sent.text).toContain("Check your email.");
  const path = await mailedPath(app, owner.email);
  expect(path).toMatch(/^\/password\//);
  const late = app.visitor();
  await late.open(path);
  await visitor.open(path);
  expect((await visitor.submit({ password: goodPassword })).url.pathname).toBe("/dashboard");
  expect((await elsewhere.open("/dashboard")).url.pathname).toBe("/login/");
  expect((await app.signedIn({ ...owner, password: goodPassword })).page.url.pathname).toBe("/dashboard");
  expect((await late.submit({ password: goodPassword })).status).toBe(410);
});

test("a reset for an unknown address gets the same response", async ({ app }) => {
  const owner = await app.newOwner();
  const answers = [];
  for (const email of [owner.email, "nobody@example.com"]) {
    const visitor = app.visitor();
    await visitor.open("/password/forgotten");
    const { status, html } = await visitor.submit({ email });
    answers.push([status, html]);
  }
  expect(answers[1]).toEqual(answers[0]);
});

test("changing a password requires the old one and ends all other sessions", async ({ app }) => {
  const owner = await app.newOwner();
  const [visitor, elsewhere] = [await app.signedIn(owner), await app.signedIn(owner)];
  const token = await openToken(app, owner);
  await visitor.open("/account/password");
  const wrong = { currentPassword: "not my password", newPassword: goodPassword };
  const refused = await visitor.submit(wrong, { button: "Change password" });
  expect(refused.status).toBe(400);
  expect(refused.document.querySelector("input[name=currentPassword]")?.getAttribute("aria-invalid")).toBe("true");
  expect(refused.html).not.toContain("not my password");
  const right = { currentPassword: owner.password, newPassword: goodPassword };
  const changed = await visitor.submit(right, { button: "Change password" });
  expect([changed.url.pathname, changed.text.includes("Password changed.")]).toEqual(["/dashboard", true]);
  expect((await visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
  expect((await elsewhere.open("/dashboard")).url.pathname).toBe("/login/");
  expect((await app.callUpstream("GET", "/sessions/current", { token })).status).toBe(401);
});

test("/register redirects to the first step, and so does the last page before it", async ({ app }) => {
  for (const path of ["/register", "/register/complete"])
    expect((await app.visitor().open(path)).url.pathname).toBe("/register/account");
});
