import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { accept, invite } from "#tests/support/portal-service.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, ids, undo } from "../batches/batch-calls.ts";

const test = newWorkspaceTest();

const lastOf = async (person: TestPerson, { id }: { readonly id: string }) =>
  String((await person.get(`/clients/${id}`)).record.attributes.last_activity_at);

async function make(person: TestPerson, path: string, type: string, attributes: object) {
  const answer = await person.send("POST", path, { type, attributes });
  expect(answer.problem, JSON.stringify(answer.document)).toBe("");
  return answer.record;
}

/** Does something and says whether the client's last activity is another one then. */
async function moves(person: TestPerson, client: { readonly id: string }, act: () => Promise<unknown>) {
  const before = await lastOf(person, client);
  await act();
  return (await lastOf(person, client)) !== before;
}

const taskOf = (person: TestPerson, client: { readonly id: string }) =>
  make(person, "/tasks", "task", { title: "Call", about: { type: "client", id: client.id } });

test("contact moves the last activity of a client, and what is done to their record does not", async ({
  workspace,
  owner,
}) => {
  const client = await owner.newClient();
  const colleague = await workspace.join("manager");
  const path = `/clients/${client.id}`;
  const deal = await make(owner, "/opportunities", "opportunity", {
    clientId: client.id,
    packageId: (await newPackage(owner)).id,
  });
  const task = await taskOf(owner, client);
  const offer = { from: "open", to: "offer_sent", price: { amount: "1", currency: "USD" } };
  const contact: readonly (() => Promise<unknown>)[] = [
    () => make(owner, "/messages", "message", { clientId: client.id, body: "Good morning." }),
    () => make(owner, "/comments", "comment", { opportunityId: deal.id, body: "Keen." }),
    () => owner.send("POST", `/tasks/${task.id}/completion`),
    () =>
      owner.send("POST", `/opportunities/${deal.id}/moves`, { type: "opportunity", id: deal.id, attributes: offer }),
  ];
  for (const act of contact) expect([String(act), await moves(owner, client, act)]).toEqual([String(act), true]);
  const person = { clientId: client.id, name: "Theo", email: "theo@client.example" };
  const other: readonly (() => Promise<unknown>)[] = [
    () => owner.send("PATCH", path, { type: "client", attributes: { tags: ["VIP"], phoneNumber: "206 555 0100" } }),
    () =>
      owner.send("POST", `${path}/assignment`, { type: "assignment", attributes: { accountId: colleague.accountId } }),
    () => make(owner, "/client_people", "client_person", person),
    () => make(owner, "/messages", "message", { clientId: client.id, kind: "note", body: "Rings back." }),
    () => taskOf(owner, client),
    () => owner.send("POST", `${path}/archival`),
    () => owner.send("DELETE", `${path}/archival`),
  ];
  for (const act of other) expect([String(act), await moves(owner, client, act)]).toEqual([String(act), false]);
});

test("a visit to the portal is contact, each one", async ({ service, owner }) => {
  const record = await owner.newClient({ email: "nora@buyer.example" });
  await invite(owner, record.id);
  const before = await lastOf(owner, record);
  const client = await accept(service, "nora@buyer.example");
  expect(await lastOf(owner, record)).not.toBe(before);
  await service.database.orm.execute(
    sql`update upstream.portal_invitations set last_seen_at = now() - interval '2 hours'`,
  );
  expect(await moves(owner, record, () => client.get("/sessions/current"))).toBe(true);
});

test("what many are changed by at once is no contact and one line of the log, and each record's history has its own", async ({
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  const clients = [await owner.newClient(), await member.newClient(), await owner.newClient()];
  const tasks = [];
  for (const client of clients) tasks.push(await taskOf(owner, client));
  const before = await Promise.all(clients.map((client) => lastOf(owner, client)));
  const lines = async (person: TestPerson) =>
    (await person.get("/activities?page[limit]=100")).records.map(({ attributes }) => attributes.kind);
  const known = (await lines(owner)).length;
  const tagged = await change(owner, { kind: "client", action: "add_tag", value: "Cash", filters: ids(clients) });
  const done = await change(owner, { kind: "task", action: "complete", filters: ids(tasks) });
  await undo(owner, tagged.record.id);
  await undo(owner, done.record.id);
  expect((await lines(owner)).slice(0, -known)).toEqual(["batch.undone", "batch.undone", "batch.made", "batch.made"]);
  const manager = await workspace.join("manager");
  expect((await lines(manager)).slice(0, 4)).toEqual(["batch.undone", "batch.undone", "batch.made", "batch.made"]);
  expect((await lines(member)).filter((kind) => String(kind).startsWith("batch"))).toHaveLength(4);
  const stranger = await workspace.join("member");
  expect(await lines(stranger)).toEqual([]);
  const own = await owner.get(`/activities?filter[client_id]=${clients[1]?.id}&page[limit]=4`);
  expect(own.records.map(({ attributes }) => attributes.kind)).toEqual([
    "task.reopened",
    "client.updated",
    "task.completed",
    "client.updated",
  ]);
  expect(await Promise.all(clients.map((client) => lastOf(owner, client)))).toEqual(before);
});

test("an import is one line of the log", async ({ owner }) => {
  const entries = [1, 2, 3].map((row) => ({ row, name: `Client ${row}`, email: `${row}@import.example` }));
  const { id } = await make(owner, "/client_imports", "client_import", { fileName: "clients.csv", entries });
  await owner.send("POST", `/client_imports/${id}/completion`);
  const { records } = await owner.get("/activities?page[limit]=100");
  const kinds = records.map(({ attributes }) => String(attributes.kind));
  expect(kinds.filter((kind) => kind.startsWith("client"))).toEqual(["client_import.completed"]);
});

test("an undo gives back the last activity from before", async ({ owner }) => {
  const client = await owner.newClient();
  const packageId = (await newPackage(owner)).id;
  const deal = await make(owner, "/opportunities", "opportunity", { clientId: client.id, packageId });
  await make(owner, "/comments", "comment", { opportunityId: deal.id, body: "Keen." });
  const before = await lastOf(owner, client);
  const task = await taskOf(owner, client);
  await owner.send("POST", `/tasks/${task.id}/completion`);
  expect(await lastOf(owner, client)).not.toBe(before);
  await owner.send("DELETE", `/tasks/${task.id}/completion`);
  expect(await lastOf(owner, client)).toBe(before);
  const showing = { from: "open", to: "showing_scheduled", showingAt: "2031-05-01T17:00:00Z" };
  const path = `/opportunities/${deal.id}`;
  const of = { type: "opportunity", id: deal.id };
  const moved = await owner.send("POST", `${path}/moves`, { ...of, attributes: showing });
  expect(await lastOf(owner, client)).not.toBe(before);
  const { move_id: moveId } = z.object({ move_id: z.string() }).parse(moved.record.attributes.undo);
  await owner.send("POST", `${path}/undoing`, { ...of, attributes: { moveId } });
  expect(await lastOf(owner, client)).toBe(before);
  const other = await owner.newClient();
  await make(owner, "/messages", "message", { clientId: other.id, body: "Good morning." });
  const theirs = await lastOf(owner, other);
  await make(owner, "/client_merges", "client_merge", { clientId: client.id, otherId: other.id });
  expect(await lastOf(owner, client)).toBe(theirs);
  await owner.send("DELETE", `/client_merges/${other.id}`);
  expect([await lastOf(owner, client), await lastOf(owner, other)]).toEqual([before, theirs]);
});
