import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

const save = (person: TestPerson, attributes: object) =>
  person.send("POST", "/saved_views", {
    type: "saved_view",
    attributes: { list: "clients", parameters: {}, ...attributes },
  });
const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/saved_views/${id}`, { type: "saved_view", id, attributes });
const namesOf = async (person: TestPerson, list = "clients") =>
  (await person.get(`/saved_views?filter[list]=${list}`)).records.map(({ attributes }) => attributes.name);

test("one's own views are seen by nobody else, those of the workspace by everyone, by name", async ({
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  const parameters = { quiet: "14", agent: member.accountId };
  const { attributes } = created(await save(member, { name: "Silent buyers", parameters }));
  expect(attributes).toMatchObject({
    scope: "personal",
    list: "clients",
    parameters,
    created_by_account_id: member.accountId,
  });
  created(await save(owner, { name: "All buyers", scope: "workspace" }));
  created(await save(owner, { name: "Mine" }));
  created(await save(owner, { name: "Closing", list: "opportunities" }));
  expect(await namesOf(member)).toEqual(["All buyers", "Silent buyers"]);
  expect(await namesOf(owner)).toEqual(["All buyers", "Mine"]);
  expect(await namesOf(owner, "opportunities")).toEqual(["Closing"]);
});

test("views of the workspace are made, changed and deleted by owners, admins and managers alone", async ({
  workspace,
  owner,
}) => {
  const { id } = created(await save(owner, { name: "All buyers", scope: "workspace" }));
  for (const role of ["admin", "manager"] as const) {
    const person = await workspace.join(role);
    expect((await change(person, id, { name: `All buyers ${role}` })).status).toBe(200);
  }
  for (const role of ["member", "instructor"] as const) {
    const person = await workspace.join(role);
    expect((await save(person, { name: "For all", scope: "workspace" })).status).toBe(403);
    expect((await change(person, id, { name: "Mine" })).status).toBe(403);
    expect((await person.send("DELETE", `/saved_views/${id}`)).status).toBe(403);
    const own = created(await save(person, { name: "For me" }));
    expect((await change(person, own.id, { scope: "workspace" })).status).toBe(403);
    expect((await change(owner, own.id, { name: "Taken" })).status).toBe(404);
    expect((await person.send("DELETE", `/saved_views/${own.id}`)).status).toBe(204);
  }
});

test("a name is used once for each list and scope, whatever its case", async ({ owner }) => {
  created(await save(owner, { name: "Silent buyers" }));
  const again = await save(owner, { name: " SILENT buyers " });
  expect(again.problem).toBe("400 invalid_attribute /data/attributes/name");
  created(await save(owner, { name: "Silent buyers", scope: "workspace" }));
  const { id } = created(await save(owner, { name: "Silent buyers", list: "tasks" }));
  created(await save(owner, { name: "Late", list: "tasks" }));
  expect((await change(owner, id, { name: "LATE" })).status).toBe(400);
  expect((await change(owner, id, { name: "Silent Buyers" })).status).toBe(200);
});

test("a list has 50 views of one person at most", async ({ owner }) => {
  for (let number = 1; number <= 50; number += 1) created(await save(owner, { name: `View ${number}` }));
  expect((await save(owner, { name: "View 51" })).status).toBe(400);
  created(await save(owner, { name: "View 51", list: "packages" }));
  const { id } = created(await save(owner, { name: "View 51", scope: "workspace" }));
  expect((await change(owner, id, { scope: "personal" })).status).toBe(400);
});

test("names and parameters that cannot be are refused", async ({ owner }) => {
  const refused = [
    ...[
      { name: "" },
      { name: "x".repeat(61) },
      { name: "two\nlines" },
      { name: "A", list: "shares" },
      { name: "A", scope: "all" },
    ],
    ...[{ q: "x".repeat(201) }, { "Q[]": "a" }, { q: 1 }, ["q"], null].map((parameters) => ({ name: "A", parameters })),
    { name: "A", parameters: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${"q".repeat(at)}`, "1"])) },
  ];
  for (const attributes of refused) {
    expect((await save(owner, attributes)).status, JSON.stringify(attributes)).toBe(400);
  }
});

test("the history names views of the workspace, and never one's own", async ({ owner }) => {
  const own = created(await save(owner, { name: "Difficult people" }));
  await change(owner, own.id, { name: "Very difficult people" });
  await owner.send("DELETE", `/saved_views/${own.id}`);
  const shared = created(await save(owner, { name: "All buyers", scope: "workspace" }));
  await change(owner, shared.id, { parameters: { quiet: "7" } });
  await change(owner, shared.id, { parameters: { quiet: "7" } });
  await change(owner, shared.id, { name: "Everybody" });
  await owner.send("DELETE", `/saved_views/${shared.id}`);
  const { records } = await owner.get("/activities?filter[topic]=workspace&sort=occurred_at");
  const events = records.filter(({ attributes }) => String(attributes.kind).startsWith("saved_view"));
  expect(events.map(({ attributes }) => attributes.kind)).toEqual([
    ...["saved_view.added", "saved_view.updated", "saved_view.removed", "saved_view.added"],
    ...["saved_view.updated", "saved_view.updated", "saved_view.removed"],
  ]);
  expect(JSON.stringify(events)).not.toContain("ifficult");
  expect(JSON.stringify(events)).toContain("Everybody");
});

test("whoever leaves takes their own views along and leaves those of the workspace", async ({
  workspace,
  owner,
  service,
}) => {
  const manager = await workspace.join("manager");
  created(await save(manager, { name: "Mine" }));
  created(await save(manager, { name: "Everyone's", scope: "workspace" }));
  const attributes = { successorId: owner.accountId };
  const removal = { type: "member_removal", attributes };
  expect((await owner.send("POST", `/accounts/members/${manager.accountId}/removal`, removal)).status).toBe(204);
  const { rows } = await service.database.pool.query("select name from upstream.saved_views where workspace_id = $1", [
    workspace.id,
  ]);
  expect(rows).toEqual([{ name: "Everyone's" }]);
});
