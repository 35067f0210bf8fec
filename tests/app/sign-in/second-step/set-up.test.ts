import { describe, expect } from "vitest";
import { codeAt } from "#server/upstream/second-step/codes.ts";
import { findMailedLink } from "#tests/support/agent.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application, Owner } from "#tests/support/application.ts";
import { addressValuesOf, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { newTwoStepPerson, setUpByPages } from "#tests/support/two-step-visitor.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const titleOf = ({ page }: Visitor) => page.document.querySelector("h1")?.text;
const setup = "/settings/account/two-step/setup";

test("it is set up without scripts, from the account to the recovery codes", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await visitor.open("/settings/account");
  await visitor.follow("Two-step sign-in");
  expect(visitor.page.text).toContain("Off.");
  await visitor.follow("Set up");
  await visitor.submit({ password: owner.password }, { button: "Continue" });
  const { document, html } = visitor.page;
  expect(document.querySelector("main svg path")?.getAttribute("d")?.length).toBeGreaterThan(1000);
  expect(html).not.toMatch(/<script(?! type="speculationrules")|style=/);
  const secret = (document.querySelector("p.code-block")?.text ?? "").replaceAll(" ", "");
  expect(document.querySelector('a[href^="otpauth:"]')?.getAttribute("href")).toContain(`secret=${secret}`);
  const wrong = await visitor.submit({ code: "000000" }, { button: "Turn on two-step sign-in" });
  expect([wrong.status, wrong.text.includes("That code isn't right.")]).toEqual([400, true]);
  await visitor.submit({ code: codeAt(secret, new Date()) }, { button: "Turn on two-step sign-in" });
  const codes = (visitor.page.document.querySelector("pre.code-block")?.text ?? "").split("\n");
  expect([visitor.page.url.pathname, codes.length]).toEqual(["/settings/account/two-step/recovery-codes", 10]);
  const file = await visitor.request("/settings/account/two-step/recovery-codes/download");
  expect(file.headers.get("content-disposition")).toContain("attachment");
  const text = await file.text();
  expect(codes.every((code) => text.includes(code))).toBe(true);
  await visitor.submit({}, { button: "I've saved these codes" });
  expect(visitor.page.text).toContain("10 of 10");
  expect((await visitor.open("/settings/account/two-step/recovery-codes")).url.pathname).toBe(
    "/settings/account/two-step",
  );
});

test("a wrong password begins nothing, and is not in the answer", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  await visitor.open(setup);
  const { status, text, html } = await visitor.submit({ password: "canary-word-1" }, { button: "Continue" });
  expect([status, text.includes("That isn't your password."), html.includes("canary-word-1")]).toEqual([
    400,
    true,
    false,
  ]);
  expect((await visitor.open(`${setup}/confirmation`)).url.pathname).toBe(setup);
});

test("whoever is signed in elsewhere is signed out there", async ({ app }) => {
  const owner = await app.newOwner();
  const other = await app.signedIn(owner);
  await setUpByPages(app, owner, await app.signedIn(owner));
  expect((await other.open("/dashboard")).url.pathname).toBe("/login/");
});

test("it is turned off with the password and a code", async ({ app }) => {
  const { visitor, password, code } = await newTwoStepPerson(app);
  await visitor.open("/settings/account/two-step");
  await visitor.follow("Turn off");
  const wrong = await visitor.submit({ password, code: "000000" }, { button: "Turn off" });
  expect(wrong.status).toBe(400);
  await visitor.submit({ password, code: await code() }, { button: "Turn off" });
  expect([visitor.page.url.pathname, visitor.page.text.includes("Off.")]).toEqual(["/settings/account/two-step", true]);
});

test("new recovery codes are shown after the password and a code", async ({ app }) => {
  const { visitor, password, recoveryCodes } = await newTwoStepPerson(app);
  await visitor.open("/settings/account/two-step/recovery-codes/new");
  await visitor.submit({ password, code: recoveryCodes[0] ?? "" }, { button: "Make new codes" });
  const shown = (visitor.page.document.querySelector("pre.code-block")?.text ?? "").split("\n");
  expect(shown).toHaveLength(10);
  expect(shown.some((one) => recoveryCodes.includes(one))).toBe(false);
});

interface Colleague extends Owner {
  readonly visitor: Visitor;
  readonly accountId: string;
}

/** The owner of a workspace on the Standard plan, with two-step sign-in. */
async function newTwoStepOwner(app: Application): Promise<Owner & { visitor: Visitor }> {
  const owner = await newTwoStepPerson(app);
  await app.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE handle = $1", [owner.handle]);
  return owner;
}

/** Somebody new in that workspace, signed in there. @param isElsewhereToo whether they keep a workspace of their own */
async function join(app: Application, handle: string, role: string, isElsewhereToo = false): Promise<Colleague> {
  const person = await app.newOwner();
  const { rows } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO upstream.memberships (workspace_id, account_id, role)
     SELECT w.id, a.id, $3 FROM upstream.workspaces w, upstream.accounts a WHERE w.handle = $1 AND a.email = $2
     RETURNING account_id AS id`,
    [handle, person.email, role],
  );
  const accountId = rows[0]?.id ?? "";
  if (!isElsewhereToo)
    await app.database.pool.query("DELETE FROM upstream.memberships WHERE account_id = $1 AND role = 'owner'", [
      accountId,
    ]);
  return { ...person, accountId, visitor: await app.signedIn(person) };
}

async function requireIt(visitor: Visitor): Promise<void> {
  await visitor.open("/settings/security");
  await visitor.submit({ secondStep: "required" }, { button: "Update" });
}

describe("a workspace that requires it", () => {
  test("is required by somebody who has it alone", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    await requireIt(visitor);
    expect([visitor.page.status, visitor.page.text.includes("Set up two-step sign-in for yourself first")]).toEqual([
      409,
      true,
    ]);
    await setUpByPages(app, owner, visitor);
    await requireIt(visitor);
    expect([visitor.page.status, visitor.page.text.includes("Sign-in rules updated.")]).toEqual([200, true]);
  });

  test("shows a member nothing before they have set it up, and leads back to where they wanted to go", async ({
    app,
  }) => {
    const owner = await newTwoStepOwner(app);
    const { visitor, password } = await join(app, owner.handle, "member");
    expect((await visitor.open("/clients")).url.pathname).toBe("/clients");
    await requireIt(owner.visitor);
    const values = addressValuesOf("00000000-0000-4000-8000-000000000000", "no-such-place");
    const inside = (await routeAddresses()).filter(
      ({ access, pattern }) =>
        (access === "agent" || access === "view") &&
        !["/:handle", "/workspace/switch", "/workspace/left"].includes(pattern) &&
        !pattern.startsWith("/settings/account/two-step/"),
    );
    expect(inside.length).toBeGreaterThan(100);
    // What was remembered of them is out of date: this page is asked for twice.
    expect((await visitor.open("/clients")).url.pathname).toBe(setup);
    for (const { pattern } of inside) {
      const { status, headers } = await visitor.request(fillPattern(pattern, values));
      expect([pattern, status, headers.get("location")]).toEqual([pattern, 303, expect.stringContaining(setup)]);
    }
    await visitor.open("/clients");
    expect([titleOf(visitor), visitor.page.text.includes("requires it of all members")]).toEqual([
      "Set up two-step sign-in",
      true,
    ]);
    await visitor.submit({ password }, { button: "Continue" });
    const secret = (visitor.page.document.querySelector("p.code-block")?.text ?? "").replaceAll(" ", "");
    await visitor.submit({ code: codeAt(secret, new Date()) }, { button: "Turn on two-step sign-in" });
    await visitor.submit({}, { button: "I've saved these codes" });
    expect([visitor.page.url.pathname, visitor.page.status]).toEqual(["/clients", 200]);
  });

  test("leads there also who comes by a mailed link", async ({ app }) => {
    app.pretend({ demo: true });
    const owner = await newTwoStepOwner(app);
    const { email } = await join(app, owner.handle, "member");
    await requireIt(owner.visitor);
    const visitor = app.visitor();
    await visitor.open("/login/link");
    await visitor.submit({ email }, { button: "Send email" });
    await visitor.open(await findMailedLink(visitor, email, "/sign-in/"));
    await visitor.submit();
    expect(titleOf(visitor)).toBe("Set up two-step sign-in");
  });

  test("does not shut the other workspaces of a member", async ({ app }) => {
    const owner = await newTwoStepOwner(app);
    const { visitor } = await join(app, owner.handle, "member", true);
    await requireIt(owner.visitor);
    expect((await visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
    const all = visitor.page.document
      .querySelectorAll("form[action='/workspace/switch'] button[name=workspace]")
      .map((button) => button.getAttribute("value") ?? "");
    expect(all).toHaveLength(2);
    // The one that they are not in now is shut.
    for (const workspace of all) {
      await visitor.send("/workspace/switch", new URLSearchParams({ workspace }));
      if (visitor.page.url.pathname === setup) break;
    }
    expect(titleOf(visitor)).toBe("Set up two-step sign-in");
    const button = visitor.page.document.querySelector("form[action='/workspace/switch'] button")?.text.trim();
    expect(button).toMatch(/^Switch to /);
    await visitor.submit({}, { form: "form[action='/workspace/switch']" });
    expect([visitor.page.url.pathname, visitor.page.status]).toEqual(["/dashboard", 200]);
  });
});

describe("a member who has lost their phone", () => {
  const pathOf = (accountId: string) => `/settings/members/${accountId}/two-step-removal`;

  test("is helped by the owner, told by email, and signs in with one step again", async ({ app }) => {
    const { visitor: owner, handle } = await newTwoStepOwner(app);
    const { visitor, accountId, ...member } = await join(app, handle, "member");
    await setUpByPages(app, member, visitor);
    expect((await owner.open(`/settings/members/${accountId}`)).text).toContain("Two-step sign-inOn · Reset");
    await owner.follow("Reset");
    expect(owner.page.url.pathname).toBe(pathOf(accountId));
    expect(titleOf(owner)).toBe(`Reset two-step sign-in of ${member.name}?`);
    await owner.submit({}, { button: "Reset" });
    expect(owner.page.status).toBe(200);
    expect((await app.mailer.recent(5)).find(({ to }) => to === member.email)?.subject).toBe(
      "Your two-step sign-in was reset",
    );
    expect((await visitor.open("/dashboard")).url.pathname).toBe("/login/");
    await visitor.signIn(member);
    expect(visitor.page.url.pathname).toBe("/dashboard");
  });

  test("is not helped by other members, and an owner by nobody", async ({ app }) => {
    const { handle, email } = await newTwoStepOwner(app);
    const { visitor, accountId } = await join(app, handle, "member");
    const { visitor: admin } = await join(app, handle, "admin");
    const { rows } = await app.database.pool.query<{ id: string }>(
      "SELECT id FROM upstream.accounts WHERE email = $1",
      [email],
    );
    const ofOwner = pathOf(rows[0]?.id ?? "");
    expect((await visitor.open(ofOwner)).status).toBe(403);
    await admin.open(ofOwner);
    expect([admin.page.status, admin.page.text.includes("You can't reset it for this person")]).toEqual([200, true]);
    expect((await admin.open(pathOf(accountId))).text).toContain("It is off: signing in takes no code.");
    expect((await admin.open(pathOf("not-an-id"))).status).toBe(404);
  });
});
