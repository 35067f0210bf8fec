import { describe, expect } from "vitest";
import { foundWorkspace } from "#tests/support/accounts.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { messagesOn } from "../page-reading.ts";

const test = newAgencyTest();
const remove = { button: "Remove access" };
const left = "You no longer have access to this workspace";

async function call(app: Application, accountId: string, name: readonly [first: string, last: string]) {
  const text = "update upstream.accounts set first_name = $2, last_name = $3 where id = $1";
  await app.database.pool.query(text, [accountId, ...name]);
}

/** Somebody of the workspace belongs to another one too, which is named. */
async function joinAnother(app: Application, accountId: string): Promise<string> {
  const { workspaceId } = await foundWorkspace(app.database.orm);
  const { pool } = app.database;
  await pool.query("update upstream.workspaces set name = 'Lakeside Homes' where id = $1", [workspaceId]);
  const text = "insert into upstream.memberships (workspace_id, account_id, role) values ($1, $2, 'member')";
  await pool.query(text, [workspaceId, accountId]);
  return workspaceId;
}

describe("removing a member", () => {
  test("asks who takes over, says what, and the list has them no more", async ({ app, agency, owner }) => {
    const [member, other] = [await agency.join("member"), await agency.join("member")];
    await call(app, member.accountId, ["Ruth", "Okoro"]);
    await call(app, other.accountId, ["Sven", "Lund"]);
    const { id } = await agency.addClient({ name: "Joan Field" });
    await owner.open(`/clients/${id}/agent`);
    await owner.submit({ agentText: "Ruth Okoro" }, { button: "Save agent" });

    const list = await owner.open("/settings/members");
    expect(list.html).toContain(`/settings/members/${member.accountId}/removal`);
    const page = await owner.open(`/settings/members/${member.accountId}/removal`);
    expect(page.text).toContain("Remove Ruth Okoro's access?");
    expect(page.text).toContain("1 client");
    const nobody = await owner.submit({ successorText: "" }, remove);
    expect(messagesOn(nobody)).toEqual(["Choose who takes over."]);
    await owner.open(`/settings/members/${member.accountId}/removal`);
    expect(owner.page.html).not.toContain('<option value="Ruth Okoro">');
    expect(owner.page.html).toContain('<option value="Sven Lund">');
    const themself = await owner.submit({ successorText: "Ruth Okoro" }, remove);
    expect(messagesOn(themself)).toEqual(["No other colleague has this name."]);
    const done = await owner.submit({ successorText: "Sven Lund" }, remove);
    expect(done.url.pathname.replace(/\/$/, "")).toBe("/settings/members");
    expect(done.text).toContain("Ruth Okoro no longer has access.");
    expect(done.document.querySelector("tbody")?.text).not.toContain("Ruth Okoro");
    expect((await agency.readClient(id)).client.attributes.assigned_account_id).toBe(other.accountId);
  });

  test("at the next click they are out, are told so, and go on in another workspace", async ({
    app,
    agency,
    owner,
  }) => {
    const { accountId, visitor: member } = await agency.join("member");
    await joinAnother(app, accountId);
    expect((await member.open("/clients")).status).toBe(200);
    await owner.open(`/settings/members/${accountId}/removal`);
    await owner.submit({}, remove);

    const page = await member.open("/clients");
    expect([page.url.pathname, page.text.includes(left)]).toEqual(["/workspace/left", true]);
    // However often they ask, nothing of the other workspace is shown in its place.
    expect((await member.open("/dashboard")).url.pathname).toBe("/workspace/left");
    const opened = await member.submit({}, { button: "Open Lakeside Homes" });
    expect(opened.url.pathname).toBe("/dashboard");
    expect(opened.text).toContain("Lakeside Homes");
    expect((await member.open("/clients")).status).toBe(200);
  });

  test("a form that they had open writes nothing anywhere", async ({ app, agency, owner }) => {
    const { accountId, visitor: member } = await agency.join("member");
    await joinAnother(app, accountId);
    await member.open("/clients/new");
    await owner.open(`/settings/members/${accountId}/removal`);
    await owner.submit({}, remove);
    const refused = await member.submit({ name: "Late", email: "late@client.example" }, { button: "Create client" });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("You no longer have access to this workspace. Nothing was saved.");
    const { rows } = await app.database.pool.query("select 1 from upstream.clients where name = 'Late'");
    expect(rows).toEqual([]);
  });

  test("whoever has no other workspace is told so once, and may make one", async ({ agency, owner }) => {
    const { accountId, visitor: member } = await agency.join("member");
    await owner.open(`/settings/members/${accountId}/removal`);
    await owner.submit({}, remove);
    const page = await member.open("/tasks");
    expect([page.url.pathname, page.text.includes(left)]).toEqual(["/workspace/left", true]);
    await member.follow("Create a workspace");
    expect([member.page.url.pathname, member.page.status]).toEqual(["/workspace/join", 200]);
    expect((await member.open("/tasks")).url.pathname).toBe("/workspace/join");
  });

  test("whoever is no member is not found, whatever is sent about them", async ({ app, agency, owner }) => {
    const stranger = (await foundWorkspace(app.database.orm)).accountId;
    const member = await agency.join("member");
    const path = (accountId: string): string => `/settings/members/${accountId}/removal`;
    expect((await owner.open(path(stranger))).status).toBe(404);
    const { fields } = fillForm(await owner.open(path(member.accountId)), remove.button, {});
    fields.set("successorText", "Nobody");
    expect((await owner.send(path(stranger), fields)).status).toBe(404);
  });

  test("who may not remove members is told who may", async ({ agency }) => {
    const member = await agency.join("member");
    const { visitor: manager } = await agency.join("manager");
    const refused = await manager.open(`/settings/members/${member.accountId}/removal`);
    expect([refused.status, refused.text.includes("Owners and admins can")]).toEqual([403, true]);
    expect((await manager.open("/settings/members")).html).not.toContain(`${member.accountId}/removal`);
  });
});

describe("leaving", () => {
  test("a member leaves from the list of members", async ({ app, agency }) => {
    const { accountId, visitor: member } = await agency.join("member");
    await joinAnother(app, accountId);
    expect((await member.open("/settings/members")).html).toContain(`/settings/members/${accountId}/removal`);
    const page = await member.open(`/settings/members/${accountId}/removal`);
    expect(page.text).toContain("Leave Harbour Homes?");
    const gone = await member.submit({}, { button: "Leave workspace" });
    expect([gone.url.pathname, gone.text.includes("Open Lakeside Homes")]).toEqual(["/workspace/left", true]);
  });

  test("the owner is told to transfer the ownership first", async ({ agency, owner }) => {
    const refused = await owner.open(`/settings/members/${agency.owner.accountId}/removal`);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("The owner can't leave the workspace. Transfer its ownership first.");
  });
});
