import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { planByCommand } from "#server/plan/settle.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { setUpByPages } from "#tests/support/two-step-visitor.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const password = "copper lantern 47 harbour";
const newEmail = () => `${randomUUID().slice(0, 13)}@agency.example`;

async function invite(visitor: Visitor, emails: readonly string[]) {
  await visitor.open("/settings/members/invitations/new");
  return visitor.submit({ emails: emails.join("\n"), role: "member" }, { button: "Send invitations" });
}

async function upgrade(app: Application, owner: Visitor): Promise<void> {
  await owner.open("/settings/billing/plans");
  await owner.follow("Upgrade to Standard");
  expect((await owner.submit({}, { button: "Send request" })).text).toContain("You asked for the Standard plan");
  const workspace = typedIn(await owner.open("/settings/general"), "handle") ?? "";
  const decided = { workspace, decision: "standard" } as const;
  await app.database.orm.transaction((within) => planByCommand(within, decided, new Date()));
  expect((await owner.open("/settings/billing")).text).toContain("on the Standard plan");
}

/** The id in the path of the page that is open. */
const idIn = ({ page }: Visitor): string => /[\da-f-]{36}/.exec(page.url.pathname)?.[0] ?? "";

test("a colleague is invited, joins with a second step, manages, is removed, and is out at the next click", async ({
  app,
}) => {
  const person = await app.newOwner();
  const owner = await app.signedIn(person);

  // The Free plan has room for one more.
  const [email, another] = [newEmail(), newEmail()];
  const refused = await invite(owner, [email, another]);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("The Free plan includes 2 users, pending invitations counted."),
  ]);
  expect(typedIn(refused, "emails")).toBe(`${email}\n${another}`);
  await upgrade(app, owner);

  // The workspace asks for a second step.
  await setUpByPages(app, person, owner);
  await owner.open("/settings/security");
  await owner.submit({ secondStep: "required" }, { button: "Update" });

  // The colleague joins, and sees nothing before the second step is set up.
  expect((await invite(owner, [email])).text).toContain(`Invitation sent to ${email}.`);
  const colleague = app.visitor();
  const [link = ""] = /\/invitation\/[\w-]{43}/.exec((await mailTo(app, email)).text) ?? [];
  await colleague.open(link);
  await colleague.submit({ name: "Nia Holt", password }, { button: "Join workspace" });
  expect(colleague.page.url.pathname).toBe("/settings/account/two-step/setup");
  expect((await colleague.open("/clients")).url.pathname).toBe("/settings/account/two-step/setup");
  const nia = await setUpByPages(app, { ...person, email, name: "Nia Holt", password }, colleague);
  expect((await colleague.open("/dashboard")).status).toBe(200);

  // A member sees their own clients alone.
  await owner.open("/clients/new");
  await owner.submit({ name: "Maya Okafor", email: newEmail() }, { button: "Create client" });
  await owner.follow("Maya Okafor");
  const mayas = idIn(owner);
  expect((await colleague.open(`/clients/${mayas}`)).status).toBe(404);
  await colleague.open("/clients/new");
  await colleague.submit({ name: "Joan Field", email: newEmail() }, { button: "Create client" });
  await colleague.follow("Joan Field");
  const joans = idIn(colleague);

  // A manager works with everyone's.
  await owner.open("/settings/members");
  await owner.follow("Nia Holt");
  const niasPage = owner.page.url.pathname;
  expect((await owner.submit({ role: "manager" }, { button: "Save member" })).text).toContain("Member updated.");
  await colleague.open(`/clients/${mayas}/edit`);
  await colleague.submit({ name: "Maya Okafor-Reyes" }, { button: "Save changes" });
  expect((await owner.open(`/clients/${mayas}`)).text).toContain("Maya Okafor-Reyes");
  await owner.open("/opportunities/new");
  await owner.submit({ client: "Maya Okafor-Reyes", property: "12 Alder Lane" }, { button: "Open opportunity" });
  const deal = /\/opportunities\/[\da-f-]{36}/.exec((await owner.open("/opportunities")).html)?.[0] ?? "";
  await colleague.open(`${deal}/stage?to=offer_sent`);
  await colleague.submit({ "dealPrice.amount": "640000", expiresAt: "2031-03-01T12:00" }, { button: "Update stage" });
  expect((await owner.open(deal)).text).toContain("Offer sent");

  // What a manager may not do is said on a page, with who may.
  for (const [path, who] of [
    ["/settings/members/invitations/new", "Owners and admins can."],
    [`${niasPage}/two-step-removal`, "Owners and admins can."],
    ["/settings/billing", "The owner can."],
    ["/settings/transfer", "Only the owner can."],
    ["/settings/deletion", "Only the owner can."],
  ] as const) {
    const page = await colleague.open(path);
    expect([path, page.status, page.text]).toEqual([path, 403, expect.stringContaining(who)]);
  }
  for (const path of ["/settings/general", "/settings/security"]) {
    const page = await colleague.open(path);
    expect([path, page.status, page.document.querySelector("main form[method=post]")]).toEqual([path, 200, null]);
  }

  // The owner removes them, and takes their clients over.
  await owner.open(niasPage);
  await owner.follow("Remove access");
  expect(owner.page.text).toContain("1 client");
  expect(messagesOn(await owner.submit({}, { button: "Remove access" }))).toEqual(["Choose who takes over."]);
  const removed = await owner.submit({ successorText: person.name }, { button: "Remove access" });
  expect(removed.text).toContain("Nia Holt no longer has access.");
  const out = await colleague.open(`/clients/${mayas}`);
  expect([out.url.pathname, out.text]).toEqual([
    "/workspace/left",
    expect.stringContaining("You no longer have access to this workspace"),
  ]);
  expect((await mailTo(app, email)).subject).toMatch(/^You no longer have access to /);
  const handedOver = await owner.open(`/clients/${joans}`);
  expect([handedOver.status, handedOver.text]).toEqual([200, expect.stringContaining(`Agent${person.name}Change`)]);
  expect((await owner.open(niasPage)).status).toBe(404);
  expect(rowsOn(await owner.open("/activity?kind=workspace"), "Activity").length).toBeGreaterThan(0);
  expect(nia.recoveryCodes).toHaveLength(10);
});
