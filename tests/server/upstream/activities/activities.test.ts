import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

test("a write says who changed what, from what to what, and when", async ({ owner }) => {
  const client = await owner.newClient({ name: "Maya", email: "maya@client.example" });
  const change = { type: "client", attributes: { name: "Maya Holm", phoneNumber: "555 0101" } };
  await owner.send("PATCH", `/clients/${client.id}`, change);
  const { records } = await owner.get(`/activities?filter[client_id]=${client.id}`);
  expect(records.map(({ attributes }) => attributes)).toEqual([
    {
      kind: "client.updated",
      topic: "clients",
      label: "Client details changed",
      occurred_at: expect.stringMatching(/\.\d{6}Z$/),
      actor_name: "Ada Marsh",
      actor_account_id: owner.accountId,
      client_id: client.id,
      client_name: "Maya Holm",
      package_id: null,
      package_street: null,
      opportunity_id: null,
      subject_type: "client",
      subject_id: client.id,
      changes: [
        { field: "name", before: "Maya", after: "Maya Holm" },
        { field: "phone_number", before: null, after: "555 0101" },
      ],
    },
    expect.objectContaining({
      kind: "client.created",
      changes: [
        { field: "name", before: null, after: "Maya" },
        { field: "email", before: null, after: "maya@client.example" },
      ],
    }),
  ]);
  expect((await owner.get(`/activities/${records[0]?.id}`)).record).toEqual(records[0]);
});

test("a refused write leaves no event, and an event that cannot be written leaves no write", async ({
  service,
  owner,
}) => {
  const client = await owner.newClient();
  const count = async () => (await owner.get(`/activities?filter[client_id]=${client.id}`)).records.length;
  await owner.send("PATCH", `/clients/${client.id}`, { type: "client", attributes: { name: "" } });
  const stale = { type: "client", attributes: { name: "Late" }, headers: { "if-match": '"old"' } };
  await owner.send("PATCH", `/clients/${client.id}`, stale);
  expect(await count()).toBe(1);

  const { orm } = service.database;
  await orm.execute(
    sql`alter table upstream.activities add constraint broken check (kind <> 'client.updated') not valid`,
  );
  try {
    const change = { type: "client", attributes: { name: "Unheard of" }, headers: { "idempotency-key": randomUUID() } };
    const failed = await owner.send("PATCH", `/clients/${client.id}`, change);
    expect(failed.problem).toBe("500 something_went_wrong");
    expect(failed.text).not.toContain("activities");
    expect((await owner.get(`/clients/${client.id}`)).record.attributes.name).toBe(client.attributes.name);
  } finally {
    await orm.execute(sql`alter table upstream.activities drop constraint broken`);
  }
});

test("the workspace's events go page by page, newest first, and its own apart from its clients'", async ({
  service,
}) => {
  const { owner: busy } = await service.newWorkspace();
  for (let n = 0; n < 5; n += 1) await busy.newClient({ name: `Client ${n}` });
  const seen = [];
  for (let path: string | null = "/activities?page[limit]=2&filter[workspace]=false"; path; ) {
    const answer = await busy.get(path);
    seen.push(...answer.records.map(({ attributes }) => attributes.changes));
    path = answer.document.links?.next?.replace("http://upstream.test/api", "") ?? null;
  }
  const names = seen.map((changes) => JSON.stringify(changes).match(/Client \d/)?.[0]);
  expect(names).toEqual(["Client 4", "Client 3", "Client 2", "Client 1", "Client 0"]);
  const own = await busy.get("/activities?filter[workspace]=true");
  expect(own.records.filter(({ attributes }) => attributes.client_id !== null)).toEqual([]);
});

test.for([
  ["filter[workspace]=x", "400 invalid_filter filter[workspace]"],
  ["sort=label", "400 invalid_sort sort"],
] as const)("?%s is refused", async ([query, problem], { owner }) => {
  expect((await owner.get(`/activities?${query}`)).problem).toBe(problem);
});

test("history cannot be written by hand", async ({ owner }) => {
  const client = await owner.newClient();
  const [event] = (await owner.get(`/activities?filter[client_id]=${client.id}`)).records;
  for (const method of ["POST", "PATCH", "DELETE", "PUT"]) {
    expect((await owner.send(method, `/activities/${event?.id}`)).status).toBe(405);
  }
  expect((await owner.send("POST", "/activities")).status).toBe(405);
});

test("an event has no ids of records that do not exist for the reader", async ({ service }) => {
  const { owner, join } = await service.newWorkspace("standard");
  const member = await join("member");
  const { id: clientId } = await owner.newClient({ name: "Maya" });
  const { record: property } = await owner.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId, packageId: property.id };
  const { record: deal } = await owner.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const toMember = { type: "assignment", attributes: { accountId: member.accountId } };
  expect((await owner.send("POST", `/opportunities/${deal.id}/assignment`, toMember)).status).toBe(204);
  const idsFor = async (reader: TestPerson, path: string) => {
    const { records } = await reader.get(path);
    return records.map(({ attributes }) => [
      attributes.client_name,
      attributes.client_id,
      attributes.package_id,
      attributes.opportunity_id,
      attributes.subject_id,
    ]);
  };
  const [opened] = await idsFor(member, "/activities");
  expect(opened).toEqual(["Maya", null, null, deal.id, deal.id]);
  expect((await idsFor(owner, "/activities"))[0]).toEqual(["Maya", clientId, property.id, deal.id, deal.id]);
  expect(await idsFor(member, "/audit_events")).toContainEqual(opened);
  const attributes = {
    title: "Call the bank",
    about: { type: "client", id: clientId },
    assigneeAccountId: member.accountId,
  };
  const { record: task } = await owner.send("POST", "/tasks", { type: "task", attributes });
  expect((await member.get(`/tasks/${task.id}`)).status).toBe(200);
  await member.send("POST", `/tasks/${task.id}/completion`);
  const own = await idsFor(member, "/audit_events");
  expect(own[0]).toEqual(["Maya", null, null, null, task.id]);
});
