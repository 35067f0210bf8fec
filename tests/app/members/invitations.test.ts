import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const password = "copper lantern 47 harbour";
const newEmail = () => `${randomUUID().slice(0, 13)}@agency.example`;
const send = { button: "Send invitations" };

async function invite(visitor: Visitor, emails: string, role = "member") {
  await visitor.open("/settings/members/invitations/new");
  return visitor.submit({ emails, role }, send);
}

/** The path in the newest email to an address. */
async function linkTo({ mailer }: Application, email: string): Promise<string> {
  const [mail] = await mailer.recent(1, email);
  const [path] = /\/invitation\/[\w-]{43}/.exec(mail?.text ?? "") ?? [];
  if (path === undefined) throw new Error(`No link to ${email}`);
  return path;
}

test("several addresses are invited at once, as people have them, each once", async ({ app, owner }) => {
  const [first, second, third] = [newEmail(), newEmail(), newEmail()];
  const page = await invite(owner, `${first}, Sam Ito <${second.toUpperCase()}>\r\n\r\n${third};${first}`, "manager");
  expect([page.url.pathname, page.text.includes("3 invitations sent.")]).toEqual([
    "/settings/members/invitations",
    true,
  ]);
  const rows = rowsOn(page, "Invitations");
  expect(rows).toHaveLength(3);
  for (const email of [first, second, third])
    expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^${email} Manager, Today.* Sent Resend Revoke$`)));
  await linkTo(app, second);
  expect(rowsOn(await owner.open("/settings/members"), "Open invitations")).toHaveLength(3);
});

test("who is new opens the link as often as they like, chooses a password, and is in the workspace", async ({
  app,
  owner,
}) => {
  const email = newEmail();
  await invite(owner, email);
  const path = await linkTo(app, email);
  for (let look = 0; look < 3; look += 1) {
    await (await app.visitor().request(path)).body?.cancel();
    await (await app.visitor().request(path, { method: "HEAD" })).body?.cancel();
  }
  const visitor = app.visitor();
  const page = await visitor.open(path);
  expect([page.document.querySelector("h1")?.text, page.html.includes("<script")]).toEqual([
    "Join Harbour Homes",
    false,
  ]);
  const empty = await visitor.submit({}, { button: "Join workspace" });
  expect([empty.status, messagesOn(empty)[0]]).toEqual([400, "Name must be at least 1 character."]);
  const inside = await visitor.submit({ name: "Nia Holt", password }, { button: "Join workspace" });
  expect([inside.url.pathname, inside.text.includes("Harbour Homes")]).toEqual(["/dashboard", true]);
  expect((await owner.open("/settings/members")).text).toContain("Nia Holt");
  expect(rowsOn(await owner.open("/settings/members/invitations"), "Invitations")).toEqual([
    expect.stringMatching(/ Accepted$/),
  ]);
  expect((await app.visitor().open(path)).status).toBe(410);
});

test("who has an account joins by one button, keeps their sessions and lands in the new workspace", async ({
  app,
  owner,
}) => {
  const known = await app.newOwner();
  const elsewhere = await app.signedIn(known);
  await invite(owner, known.email);
  const visitor = app.visitor();
  const page = await visitor.open(await linkTo(app, known.email));
  expect(page.document.querySelector("input[type=password]")).toBeNull();
  expect(page.text).toContain("with the account that you have.");
  const inside = await visitor.submit({}, { button: "Join workspace" });
  expect(inside.url.pathname).toBe("/dashboard");
  expect(inside.document.querySelector(".bar summary")?.text).toContain("Harbour Homes");
  expect((await elsewhere.open("/dashboard")).status).toBe(200);
});

test("what is no address is named, nobody is invited, and what was typed is kept", async ({ app, owner }) => {
  const good = newEmail();
  const typed = `${good}, maya@, ma ya@agency.example`;
  const refused = await invite(owner, typed, "manager");
  expect(refused.status).toBe(400);
  expect(messagesOn(refused)).toEqual([
    "These aren't email addresses: maya@, ma ya@agency.example. Nobody was invited.",
  ]);
  expect(typedIn(refused, "emails")).toBe(typed);
  expect(refused.document.querySelector("option[selected]")?.getAttribute("value")).toBe("manager");
  expect(await app.mailer.recent(1, good)).toEqual([]);
  expect(messagesOn(await invite(owner, " ,\n; "))).toEqual(["Enter at least one email address."]);
  const long = `${"a".repeat(200)}@agency.example@`;
  expect(messagesOn(await invite(owner, long))[0]).toMatch(
    /^This isn.t an email address: a{60}…\. Nobody was invited\.$/,
  );
});

test("500 addresses are refused in one sentence, and kept", async ({ owner }) => {
  const emails = Array.from({ length: 500 }, newEmail).join("\n");
  const refused = await invite(owner, emails);
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Invite up to 50 people at a time. These are 500."]]);
  expect(typedIn(refused, "emails")?.split("\n")).toHaveLength(500);
});

test("oneself, a member and somebody who is invited already are named", async ({ agency, owner }) => {
  await agency.join("manager");
  const email = newEmail();
  await invite(owner, email);
  const [me] = (await owner.open("/settings/members?sort=role")).document.querySelectorAll("tbody .who .small");
  const refused = await invite(owner, `${me?.text}\n${email}\n${newEmail()}`);
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    [`${me?.text} is a member already. ${email} has been invited already. Send that invitation again instead.`],
  ]);
});

test("the Free plan's two users are said in a sentence, and what was typed is kept", async ({ app }) => {
  const { owner } = await startAgency(app, "free");
  const typed = `${newEmail()}\n${newEmail()}`;
  const refused = await invite(owner.visitor, typed);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("The Free plan includes 2 users, pending invitations counted.");
  expect(typedIn(refused, "emails")).toBe(typed);
});

test("an invitation is sent again and revoked, each after a question", async ({ app, owner }) => {
  const email = newEmail();
  await invite(owner, email);
  const first = await linkTo(app, email);
  await owner.follow("Resend");
  const again = await owner.submit({}, { button: "Send invitation" });
  expect([again.url.pathname, again.text.includes("Invitation sent again.")]).toEqual([
    ...["/settings/members/invitations", true],
  ]);
  const second = await linkTo(app, email);
  expect([first === second, (await app.visitor().open(first)).status]).toEqual([false, 410]);
  await owner.follow("Revoke");
  const revoked = await owner.submit({}, { button: "Revoke invitation" });
  expect(rowsOn(revoked, "Invitations")).toEqual([expect.stringMatching(/ Revoked Resend$/)]);
  expect((await app.visitor().open(second)).status).toBe(410);
  expect((await owner.open("/activity?kind=workspace")).text).toContain("Invitation of a colleague revoked");
});

test("sending the same form twice invites once", async ({ app, owner }) => {
  const email = newEmail();
  await owner.open("/settings/members/invitations/new");
  const typed = { emails: email, role: "member" };
  const [one, two] = await Promise.all([owner.submit(typed, send), owner.submit(typed, send)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await app.mailer.recent(10, email)).toHaveLength(1);
});

test("others than owners and admins are told who may", async ({ agency }) => {
  const manager = (await agency.join("manager")).visitor;
  const page = await manager.open("/settings/members/invitations/new");
  expect([page.status, page.text.includes("Owners and admins can.")]).toEqual([403, true]);
  expect((await manager.open("/settings/members")).text).not.toContain("Invite member");
});
