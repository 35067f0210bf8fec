import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailTo } from "#tests/support/application.ts";
import { newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

const buttons = ({ document }: Visit) =>
  document.querySelectorAll("#client .form-foot button").map((button) => [button.text, button.classNames]);

test("nobody is invited by the first button of a new client's form, which Enter presses", async ({ app, owner }) => {
  const page = await owner.open("/clients/new?name=Theo+Lind");
  expect(buttons(page)).toEqual([
    ["Create client", "btn go"],
    ["Create and invite", "btn"],
  ]);
  expect(page.document.querySelector("input[name=invite]")).toBeNull();
  const created = await owner.submit({ email: "theo@buyer.example" }, { button: "Create client" });
  expect(created.text).toContain("Client created: Theo Lind.");
  expect(created.text).not.toContain("Invitation");
  await expect(mailTo(app, "theo@buyer.example")).rejects.toThrow("No mail");
});

test("whoever comes by Invite client finds the inviting button filled, and the plain one first", async ({
  app,
  owner,
}) => {
  await owner.open("/clients/?q=lind");
  const page = await owner.follow("Invite client");
  expect(page.url.search).toContain("q=lind");
  expect(buttons(page)).toEqual([
    ["Create client", "btn"],
    ["Create and invite", "btn go"],
  ]);
  expect(page.document.querySelector("#client .form-foot a")?.getAttribute("href")).toBe("/clients/?q=lind");
  const typed = { name: "Nora Lind", email: "nora@buyer.example" };
  const created = await owner.submit(typed, { button: "Create and invite" });
  expect(created.text).toContain("Client created: Nora Lind. Invitation sent.");
  expect((await mailTo(app, "nora@buyer.example")).subject).toBe("Ada Marsh invites you to your home search");
});

test("whoever is to be invited without an address is not created, and the form says why", async ({ owner }) => {
  await owner.open("/clients/new?invite");
  const typed = { name: "Pat Phone", phoneNumber: "206 555 0142" };
  const refused = await owner.submit(typed, { button: "Create and invite" });
  expect(refused.status).toBe(400);
  expect(messagesOn(refused)).toEqual(["Enter an email to invite them, or create the client without an invitation."]);
  expect(buttons(refused).map(([text]) => text)).toEqual(["Create client", "Create and invite"]);
  const created = await owner.submit({}, { button: "Create client" });
  expect(created.text).toContain("Client created: Pat Phone.");
});

test("a question about a duplicate is answered by either button", async ({ app, agency, owner }) => {
  await agency.addClient({ name: "Ida Twice", email: "ida@buyer.example" });
  await owner.open("/clients/new");
  const typed = { name: "Ida Twice", email: "other-ida@buyer.example", phoneNumber: "" };
  await agency.addClient({ name: "Ida Again", email: "other-ida@buyer.example" });
  const asked = await owner.submit(typed, { button: "Create and invite" });
  expect(asked.status).toBe(409);
  await owner.submit({}, { button: "Create client" });
  await expect(mailTo(app, "other-ida@buyer.example")).rejects.toThrow("No mail");
});

test("the client's page shows each of the household with the state of their invitation, and what can be done", async ({
  app,
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Nora Lind", email: "nora2@buyer.example" });
  await agency.addPerson(client.id, { name: "Theo Lind", email: "theo2@buyer.example" });
  const states = async () => rowsOn(await owner.open(`/clients/${client.id}`), "Household");
  const theo = "TL Theo Lind theo2@buyer.example · Not invited Invite Actions for Theo Lind Edit";
  expect(await states()).toEqual(["NL Nora Lind nora2@buyer.example · Not invited Invite", theo]);
  await owner.open(`/clients/${client.id}`);
  await owner.follow("Invite");
  const sent = await owner.submit({}, { button: "Send invitation" });
  expect(sent.text).toContain("Invitation sent to nora2@buyer.example.");
  expect(await states()).toEqual([
    "NL Nora Lind nora2@buyer.example · Invited Resend Actions for Nora Lind Revoke access",
    theo,
  ]);
  const first = await portalPath(app, "nora2@buyer.example");
  await owner.open(`/clients/${client.id}`);
  await owner.follow("Resend");
  await owner.submit({}, { button: "Send invitation" });
  const { rows } = await app.database.orm.execute(
    sql`select from upstream.portal_invitations where client_id = ${client.id}`,
  );
  expect(rows).toHaveLength(1);
  const nora = app.visitor();
  expect((await nora.open(first)).status).toBe(410);
  await nora.open(await portalPath(app, "nora2@buyer.example"));
  await nora.submit({}, { button: "Open my home search" });
  expect((await states())[0]).toMatch(/Nora Lind .* · Accepted, last seen Today, .*Revoke access$/);
  await owner.open(`/clients/${client.id}`);
  await owner.follow("Revoke access");
  expect((await owner.submit({}, { button: "Revoke access" })).text).toContain("Access to the client portal revoked.");
  expect((await states())[0]).toMatch(/Nora Lind .* · Revoked, last seen .*Resend$/);
  const closed = await nora.open("/client-portal/dashboard");
  expect([closed.status, closed.text.includes("Your home search is closed")]).toEqual([403, true]);
});

test("an invitation that was not delivered, and one that is too old, say so", async ({ app, agency, owner }) => {
  const client = await agency.addClient({ name: "Nora Lind", email: "nora3@buyer.example" });
  await agency.call("POST", "/portal_invitations", { clientId: client.id });
  await app.database.orm.execute(sql`update mail.outbox set state = 'failed' where recipient = 'nora3@buyer.example'`);
  expect((await owner.open(`/clients/${client.id}`)).text).toContain("Not delivered");
  await app.database.orm.execute(sql`update mail.outbox set state = 'sent' where recipient = 'nora3@buyer.example'`);
  await app.database.orm.execute(
    sql`update upstream.portal_invitations set expires_at = now() where client_id = ${client.id}`,
  );
  expect((await owner.open(`/clients/${client.id}`)).text).toContain("Expired");
});

test("staff see the portal as the client does, marked and for reading only, and the client's history notes it", async ({
  app,
  agency,
  owner,
}) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  await owner.open(`/clients/${record.id}`);
  await owner.follow("See as the client");
  const seen = await owner.submit({}, { button: "Open the portal" });
  expect(seen.url.pathname).toMatch(/^\/portal-view\/[\da-f-]{36}$/);
  expect(seen.text).toContain("You see this as the client.");
  expect(seen.text).toContain("Welcome Nora!");
  expect(seen.html).not.toContain("<script");
  const view = seen.url.pathname;
  for (const page of ["/properties", "/messages", "/documents", "/me"])
    expect((await owner.open(view + page)).text).toContain("You see this as the client.");
  expect(owner.page.document.querySelector("fieldset")?.hasAttribute("disabled")).toBe(true);
  const sent = await owner.send(`${view}/me`, new URLSearchParams({ name: "Somebody" }));
  expect([sent.status, sent.text.includes("Nothing can be changed here.")]).toEqual([403, true]);
  expect((await visitor.open("/client-portal/dashboard/me")).html).toContain('value="Nora Lind"');
  expect((await owner.open(`/clients/${record.id}/activity`)).text).toContain("Client portal viewed as the client");
  const colleague = await agency.join("admin");
  expect((await colleague.visitor.open(view)).status).toBe(404);
  expect((await app.visitor().open(view)).url.pathname).toBe("/login/");
});

test("an archived client finds whom to ask", async ({ app, agency }) => {
  const { record, visitor } = await newPortalClient(app, agency);
  await agency.call("POST", `/clients/${record.id}/archival`);
  const { status, text } = await visitor.open("/client-portal/dashboard/properties");
  expect(status).toBe(403);
  expect(text).toContain("Harbour Homes has put your home search away. If you want to go on looking, ask Ada Marsh.");
});

test("whoever invites an address, or revokes its access, is told whose pages it opens besides", async ({
  app,
  agency,
  owner,
}) => {
  const nora = await newPortalClient(app, agency, "Nora Lindqvist");
  const erik = await agency.addClient({ name: "Erik Lindqvist", email: nora.email });
  await owner.open(`/clients/${erik.id}`);
  expect((await owner.follow("Invite")).text).toContain("This address also sees Nora Lindqvist's pages.");
  await owner.submit({}, { button: "Send invitation" });
  expect((await owner.open(`/clients/${erik.id}`)).status).toBe(200);
  expect((await owner.follow("Resend")).text).toContain("This address also sees Nora Lindqvist's pages.");
  const { document } = await owner.open(`/clients/${nora.record.id}`);
  const revoking = await owner.open(document.querySelector('a[href$="/revocation"]')?.getAttribute("href") ?? "");
  expect(revoking.text).toContain(`Nora Lindqvist's pages close for ${nora.email} at once.`);
  expect(revoking.text).toContain("This address is also invited to Erik Lindqvist's pages.");
  // Nobody else is named to somebody who may not see them.
  const other = await agency.addClient({ name: "Ida Asking", email: "ida-asking@buyer.example" });
  await owner.open(`/clients/${other.id}`);
  expect((await owner.follow("Invite")).text).not.toContain("This address");
});
