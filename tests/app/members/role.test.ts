import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
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
