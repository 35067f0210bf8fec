import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { hashTags } from "#tests/support/hashed-tags.ts";
import { fillForm, type PostedForm, post } from "#tests/support/posted-form.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const save = { button: "Save member" };

/** The path of the page of the member with this role. */
async function pathOf(visitor: Visitor, role: string): Promise<string> {
  const { document } = await visitor.open("/settings/members");
  const row = document.querySelectorAll("tbody tr").find((one) => one.querySelectorAll("td")[1]?.text === role);
  return row?.querySelector("a.row-link")?.getAttribute("href") ?? "";
}

test("a changed role is in force with the next request, and in the history", async ({ agency, owner }) => {
  const colleague = (await agency.join("member")).visitor;
  const client = await agency.addClient({ name: "Maya Okafor" });
  expect((await colleague.open(`/clients/${client.id}`)).status).toBe(404);
  await owner.open(await pathOf(owner, "Member"));
  const saved = await owner.submit({ role: "manager" }, save);
  expect([saved.status, saved.text.includes("Member updated."), saved.text.includes("Manager")]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await colleague.open(`/clients/${client.id}`)).status).toBe(200);
  const log = (await owner.open("/activity?kind=workspace")).text;
  expect(log).toContain("Role of a member changed");
  expect(log).toContain("Member → Manager");
  await owner.open(await pathOf(owner, "Manager"));
  await owner.submit({ role: "instructor" }, save);
  expect((await colleague.open(`/clients/${client.id}/edit`)).status).toBe(403);
});

test("of two who change a role at once the second one sees the first one's", async ({ agency, owner }) => {
  await agency.join("member");
  const admin = (await agency.join("admin")).visitor;
  const path = await pathOf(owner, "Member");
  await admin.open(path);
  await owner.open(path);
  await owner.submit({ role: "manager" }, save);
  const stale = await admin.submit({ role: "instructor" }, save);
  expect([stale.status, versionsOn(stale).length]).toEqual([409, 1]);
});

test.for(["the embedded service", "a service whose tags repeat"])(
  "with %s a role is lowered whenever it is said to be, also of somebody who was invited again",
  async (service, { app, agency, owner }) => {
    if (service !== "the embedded service") hashTags(app);
    const { accountId } = await agency.join("manager");
    const path = `/settings/members/${accountId}`;
    const { pool } = app.database;
    const roleOf = async () => {
      const text = "select role from upstream.memberships where workspace_id = $1 and account_id = $2";
      return (await pool.query<{ role: string }>(text, [agency.workspaceId, accountId])).rows[0]?.role;
    };
    const comeAgain = async () => {
      await owner.open(`${path}/removal`);
      await owner.submit({}, { button: "Remove access" });
      expect(await roleOf()).toBeUndefined();
      const text = "insert into upstream.memberships (workspace_id, account_id, role) values ($1, $2, 'manager')";
      await pool.query(text, [agency.workspaceId, accountId]);
    };
    const sent: PostedForm[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const earlier of sent) {
        await comeAgain();
        const { status } = await post(owner, earlier);
        expect([round, status, await roleOf()]).toEqual([
          round,
          ...(status === 303 ? [303, "member"] : [409, "manager"]),
        ]);
      }
      if (round > 0) await comeAgain();
      const form = fillForm(await owner.open(path), save.button, { role: "member" });
      expect([(await post(owner, form)).status, await roleOf()]).toEqual([303, "member"]);
      sent.push(form);
    }
  },
);

test("nobody changes their own role, the owner's is untouched, and others change none", async ({
  app,
  agency,
  owner,
}) => {
  const admin = (await agency.join("admin")).visitor;
  const { visitor: manager, token } = await agency.join("manager");
  for (const role of ["Owner", "Admin"]) {
    const page = await admin.open(await pathOf(admin, role));
    expect([page.status, page.document.querySelector("select[name=role]")]).toEqual([200, null]);
  }
  const page = await manager.open(await pathOf(manager, "Admin"));
  expect([page.status, page.document.querySelector("main form textarea")]).toEqual([200, null]);
  for (const role of ["Owner", "Admin", "Manager"]) {
    const id = (await pathOf(owner, role)).split("/").at(-1);
    const attributes = { role: "instructor" };
    const answer = await app.callUpstream("PATCH", `/accounts/members/${id}`, { attributes, token });
    expect([role, answer.status]).toEqual([role, 403]);
    if (role === "Manager") continue;
    const own = agency.owner.token;
    const byOwner = await app.callUpstream("PATCH", `/accounts/members/${id}`, { attributes, token: own });
    expect([role, byOwner.status]).toEqual([role, role === "Owner" ? 403 : 200]);
  }
});

test("notes about a member are kept, and a role that there is not is refused", async ({ agency, owner }) => {
  await agency.join("member");
  await owner.open(await pathOf(owner, "Member"));
  const saved = await owner.submit({ notes: "Licensed until May" }, save);
  expect(typedIn(saved, "notes")?.trim()).toBe("Licensed until May");
  const refused = await owner.submit({ role: "owner" }, save);
  expect(refused.status).toBe(400);
});

test("on the Free plan the page says that roles take effect on Standard", async ({ app }) => {
  const free = await startAgency(app, "free");
  await free.join("member");
  const page = await free.owner.visitor.open(await pathOf(free.owner.visitor, "Member"));
  expect(page.text).toContain("Roles take effect on the Standard plan.");
  expect(page.document.querySelector("select[name=role]")).toBeNull();
});

test("an unknown member is a plain 404", async ({ owner }) => {
  expect((await owner.open("/settings/members/00000000-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await owner.open("/settings/members/nobody")).status).toBe(404);
});

test("a member with clients becomes an instructor once it is said who takes over; instructors are not offered", async ({
  app,
  agency,
  owner,
}) => {
  const member = await agency.join("member");
  const other = await agency.join("manager");
  await agency.join("instructor");
  await agency.call("POST", "/clients", { name: "Maya Okafor", email: "maya@client.example" });
  await member.visitor.open("/clients/new");
  await member.visitor.submit({ name: "Bo Lund", email: "bo@client.example" }, { form: "main form" });
  await owner.open(`/settings/members/${member.accountId}`);
  const offered = owner.page.document.querySelectorAll("datalist option").length;
  // The owner and the manager; neither the member nor the instructor.
  expect(offered).toBe(2);
  const asked = await owner.submit({ role: "instructor" }, save);
  expect([asked.status, asked.text]).toEqual([400, expect.stringContaining("Choose who takes over.")]);
  expect(asked.document.querySelector('option[value="instructor"]')?.getAttribute("selected")).toBeDefined();
  const { rows } = await app.database.pool.query<{ email: string }>(
    "select email from upstream.accounts where id = $1",
    [other.accountId],
  );
  const done = await owner.submit({ successorText: rows[0]?.email ?? "" }, save);
  expect([done.status, done.text]).toEqual([200, expect.stringContaining("Member updated.")]);
  expect((await owner.open(`/clients/?agent=${other.accountId}`)).text).toContain("Bo Lund");
});
