import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailTo } from "#tests/support/application.ts";
import { newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import { rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

test("a new client is invited by the ticked box of the form, and not when it is unticked", async ({ app, owner }) => {
  await owner.open("/clients/new");
  const created = await owner.submit({ name: "Nora Lind", email: "nora@buyer.example" }, { button: "Create client" });
  expect(created.text).toContain("Client created: Nora Lind. Invitation sent.");
  expect((await mailTo(app, "nora@buyer.example")).subject).toBe("Ada Marsh invites you to your home search");
  await owner.open("/clients/new");
  await owner.submit({ name: "Theo Lind", email: "theo@buyer.example", invite: [] }, { button: "Create client" });
  await expect(mailTo(app, "theo@buyer.example")).rejects.toThrow("No mail");
});

test("an unticked box stays so while the form is corrected", async ({ owner }) => {
  await owner.open("/clients/new");
  const { document } = await owner.submit(
    { name: "", email: "theo@buyer.example", invite: [] },
    { button: "Create client" },
  );
  expect(document.querySelector("input[name=invite]")?.hasAttribute("checked")).toBe(false);
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
  expect((await states())[0]).toMatch(/Nora Lind .* · Accepted , last seen Today, .*Revoke access$/);
  await owner.open(`/clients/${client.id}`);
  await owner.follow("Revoke access");
  expect((await owner.submit({}, { button: "Revoke access" })).text).toContain("Access to the client portal revoked.");
  expect((await states())[0]).toMatch(/Nora Lind .* · Revoked , last seen .*Resend$/);
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
