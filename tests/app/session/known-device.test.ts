import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { describe, expect } from "vitest";
import { createSignInLimits } from "#server/web/sign-in-limits.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailedPath, mailTo, type Owner } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Strangers who try passwords and ask for emails, again and again, shut no way in for the person whose account it is.

const cookie = "latchkey_device";

/** Has everybody come from a network that nobody else uses, from now on. */
function enterNetwork(app: Application): void {
  const limits = createSignInLimits({ pool: app.database.pool, log: pino({ level: "silent" }), addressLimits: true });
  app.limitTries(limits(`2001:db8:${randomUUID().slice(0, 4)}::1`));
}

async function signIn(visitor: Visitor, { email, password }: Pick<Owner, "email" | "password">): Promise<Visit> {
  await visitor.open("/login/");
  return visitor.submit({ email, password }, { button: "Login" });
}

async function ask(visitor: Visitor, page: string, email: string): Promise<Visit> {
  await visitor.open(page);
  return visitor.submit({ email }, { button: "Send email" });
}

/** A stranger who posts 25 times to every form that takes an address; the last answers' statuses. */
async function attack(app: Application, email: string): Promise<number[]> {
  const stranger = app.visitor();
  const last: number[] = [];
  for (const page of ["/login/", "/login/link", "/password/forgotten"]) {
    const form = fillForm(await stranger.open(page), page === "/login/" ? "Login" : "Send email", { email });
    if (form.fields.has("password")) form.fields.set("password", "wrong password 1");
    let status = 0;
    for (let number = 0; number < 25; number += 1) status = (await post(stranger, form)).status;
    last.push(status);
  }
  return last;
}

describe("after a stranger has used up every limit of their network", () => {
  test("a person signs in by password and by email from another network, with a device that nobody knows", async ({
    app,
  }) => {
    const owner = await app.newOwner();
    enterNetwork(app);
    expect(await attack(app, owner.email)).toEqual([429, 429, 429]);
    enterNetwork(app);
    expect((await signIn(app.visitor(), owner)).url.pathname).toBe("/dashboard");
    const visitor = app.visitor();
    expect((await ask(visitor, "/login/link", owner.email)).url.pathname).toBe("/login/code");
    await visitor.open(await mailedPath(app, owner.email));
    expect((await visitor.submit({}, { button: "Login" })).url.pathname).toBe("/dashboard");
    const forgetful = app.visitor();
    expect((await ask(forgetful, "/password/forgotten", owner.email)).url.search).toBe("?sent");
    expect((await mailTo(app, owner.email)).subject).toMatch(/password/i);
  });

  test("a known device does so from the same network, twice in each way", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    await visitor.open("/account/password");
    await visitor.send("/sign-out", new URLSearchParams());
    enterNetwork(app);
    expect(await attack(app, owner.email)).toEqual([429, 429, 429]);
    for (let time = 0; time < 2; time += 1) {
      expect((await signIn(visitor, owner)).url.pathname).toBe("/dashboard");
      await visitor.send("/sign-out", new URLSearchParams());
      expect((await ask(visitor, "/login/link", owner.email)).url.pathname).toBe("/login/code");
      await visitor.open(await mailedPath(app, owner.email));
      expect((await visitor.submit({}, { button: "Login" })).url.pathname).toBe("/dashboard");
      await visitor.send("/sign-out", new URLSearchParams());
      expect((await ask(visitor, "/password/forgotten", owner.email)).url.search).toBe("?sent");
    }
  });

  test("a person who is signed in changes the password", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    enterNetwork(app);
    expect(await attack(app, owner.email)).toEqual([429, 429, 429]);
    await visitor.open("/account/password");
    const fields = { currentPassword: owner.password, newPassword: "another otter 12 lantern" };
    expect((await visitor.submit(fields, { button: "Change password" })).url.pathname).toBe("/dashboard");
  });

  test("a client of the portal asks for a link from a known browser", async ({ app, agency }) => {
    const { visitor, email } = await newPortalClient(app, agency, "Nora Lind");
    await visitor.send("/client-portal/sign-out", new URLSearchParams());
    enterNetwork(app);
    const stranger = app.visitor();
    const form = fillForm(await stranger.open("/client-portal/login"), "Send me a link", { email });
    let answer = await post(stranger, form);
    for (let number = 0; number < 10; number += 1) answer = await post(stranger, form);
    expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await answer.text()).toMatch(/Too many tries\. Try again in \d+ minutes\. The newest email still works\./);
    await visitor.open("/client-portal/login");
    expect((await visitor.submit({ email })).url.pathname).toBe("/client-portal/login/code");
  });
});

test("a right password uses up nothing", async ({ app }) => {
  const owner = await app.newOwner();
  enterNetwork(app);
  const visitor = app.visitor();
  for (let number = 0; number < 22; number += 1) {
    expect((await signIn(visitor, owner)).url.pathname).toBe("/dashboard");
    visitor.cookies.clear();
  }
});

test("a url that is taken uses up no registration, since no email was sent", async ({ app }) => {
  const { handle } = await app.newOwner();
  enterNetwork(app);
  const visitor = app.visitor();
  await visitor.open("/register/account");
  const email = `new-${handle}@example.com`;
  await visitor.submit({ name: "Bo", email, phoneNumber: "206 555 0101" }, { button: "Next" });
  for (let number = 0; number < 8; number += 1) {
    const page = await visitor.submit({ workspaceName: "Bo", workspaceHandle: handle }, { button: "Next" });
    expect([page.status, page.url.pathname]).toEqual([400, "/register/workspace"]);
  }
  const fields = { workspaceName: "Bo", workspaceHandle: `other-${handle}` };
  expect((await visitor.submit(fields, { button: "Next" })).url.pathname).toBe("/register/complete");
});

describe("the cookie of a known device", () => {
  test("is HttpOnly, for a year, names nobody, and signs nobody in", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = app.visitor();
    await visitor.open("/login/");
    const answer = await post(
      visitor,
      fillForm(visitor.page, "Login", { email: owner.email, password: owner.password }),
    );
    const set = answer.headers.getSetCookie().find((text) => text.startsWith(cookie)) ?? "";
    expect(set).toMatch(/^latchkey_device=[\w-]{46}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    const value = visitor.cookies.get(cookie) ?? "";
    const decoded = Buffer.from(value, "base64url").toString("latin1");
    for (const text of [owner.email, owner.name, owner.handle]) {
      expect(decoded).not.toContain(text);
      expect(value).not.toContain(Buffer.from(text).toString("base64url").slice(0, -2));
    }
    const thief = app.visitor();
    thief.cookies.set(cookie, value);
    expect((await thief.open("/dashboard")).url.pathname).toBe("/login/");
  });

  test("belongs to one account: another's, an old one changed, or none of ours is a stranger's", async ({ app }) => {
    const [owner, other] = [await app.newOwner(), await app.newOwner()];
    const known = (await app.signedIn(owner)).cookies.get(cookie) ?? "";
    const others = (await app.signedIn(other)).cookies.get(cookie) ?? "";
    enterNetwork(app);
    await attack(app, owner.email);
    const changed = `${known.slice(0, 5)}${known[5] === "A" ? "B" : "A"}${known.slice(6)}`;
    const swapped = known.slice(0, 34) + others.slice(34);
    for (const value of [others, changed, swapped, "x", "A".repeat(46), `${"A".repeat(46 * 4)}${known}`]) {
      const visitor = app.visitor();
      visitor.cookies.set(cookie, value);
      expect((await signIn(visitor, owner)).status).toBe(429);
    }
    const visitor = app.visitor();
    visitor.cookies.set(cookie, known);
    expect((await signIn(visitor, owner)).url.pathname).toBe("/dashboard");
  });

  test("knows the last four who were signed in there, in any spelling of their address", async ({ app }) => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => app.newOwner()));
    const visitor = app.visitor();
    for (const owner of owners) {
      await signIn(visitor, owner);
      await visitor.send("/sign-out", new URLSearchParams());
    }
    expect(visitor.cookies.get(cookie)).toHaveLength(4 * 46);
    const attempts: (string | null)[] = [];
    app.limitTries(async ({ device }) => {
      attempts.push(device);
      return { allowed: false, retryAfterSeconds: 1 };
    });
    for (const { email, password } of owners) await signIn(visitor, { email: ` ${email.toUpperCase()}`, password });
    expect(attempts).toEqual([null, ...Array(4).fill(expect.stringMatching(/^[\da-f-]{36}$/))]);
    expect(new Set(attempts).size).toBe(5);
  });

  test("lets a long form be kept that is sent after the session has ended", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    const form = fillForm(await visitor.open("/clients/new"), "Create client", { name: "中文".repeat(5_000) });
    await app.store.sessions.end(visitor.cookies.get("latchkey") ?? "");
    expect(form.fields.toString().length).toBeGreaterThan(64 * 1024);
    const login = await visitor.send(form.path, form.fields);
    expect(login.text).toContain("Your entries are saved.");
  });
});
