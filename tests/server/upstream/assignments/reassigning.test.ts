import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

const thread = z.object({ messages: z.array(z.object({ kind: z.string(), body: z.string() })) });

function handOver(person: TestPerson, path: string, accountId: string, more: object = {}, headers = {}) {
  const attributes = { accountId, ...more };
  return person.send("POST", `${path}/assignment`, { type: "assignment", attributes, headers });
}

/** A client of the agent's, with a deal, and an open task about each and one that is done. */
async function newClientOf(agent: TestPerson) {
  const client = await agent.newClient();
  const property = await agent.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId: client.id, packageId: property.record.id };
  const deal = await agent.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const about = (type: string, id: string) => ({ title: `About the ${type}`, about: { type, id } });
  const ofClient = await agent.send("POST", "/tasks", { type: "task", attributes: about("client", client.id) });
  const ofDeal = await agent.send("POST", "/tasks", { type: "task", attributes: about("opportunity", deal.record.id) });
  const done = await agent.send("POST", "/tasks", { type: "task", attributes: about("client", client.id) });
  await agent.send("POST", `/tasks/${done.record.id}/completion`);
  return {
    path: `/clients/${client.id}`,
    id: client.id,
    packageId: property.record.id,
    deal: deal.record.id,
    tasks: [ofClient.record.id, ofDeal.record.id],
    done: done.record.id,
  };
}

async function team(
  service: UpstreamService,
): Promise<{ workspace: TestWorkspace; member: TestPerson; other: TestPerson }> {
  const workspace = await service.newWorkspace("standard");
  return { workspace, member: await workspace.join("member"), other: await workspace.join("member") };
}

test("a client goes to a colleague with deals and open tasks, and the former agent keeps no access", async ({
  service,
}) => {
  const { workspace, member, other } = await team(service);
  const [from, to] = [member.accountId, other.accountId];
  const { path, deal, tasks, done, packageId } = await newClientOf(member);
  const before = await member.get(`${path}/assignment`);
  expect(before.record).toMatchObject({
    attributes: { account_id: from, deals: 1, tasks: 2 },
    meta: { can: ["reassign"] },
  });

  expect((await handOver(member, path, to, { withDeals: true, withTasks: true })).status).toBe(204);

  expect((await member.get(path)).status).toBe(404);
  expect((await member.get(`/opportunities/${deal}`)).status).toBe(404);
  expect((await other.get(path)).record.attributes.assigned_account_id).toBe(to);
  expect((await other.get(`/opportunities/${deal}`)).record.attributes.assigned_account_id).toBe(to);
  for (const id of tasks) expect((await other.get(`/tasks/${id}`)).record.attributes.assignee_account_id).toBe(to);
  expect((await workspace.owner.get(`/tasks/${done}`)).record.attributes.assignee_account_id).toBe(from);
  // The property stays whose it is.
  expect((await member.get(`/packages/${packageId}`)).status).toBe(200);
  const counts = (await other.get("/clients?page[count]=true")).document.meta?.page?.total;
  expect(counts).toBe(1);
});

test("without the deals and tasks only the client goes", async ({ service }) => {
  const { workspace, member, other } = await team(service);
  const { path, deal, tasks } = await newClientOf(member);
  expect((await handOver(workspace.owner, path, other.accountId)).status).toBe(204);
  expect((await member.get(`/opportunities/${deal}`)).status).toBe(200);
  const [task] = tasks;
  expect((await workspace.owner.get(`/tasks/${task}`)).record.attributes.assignee_account_id).toBe(member.accountId);
});

test("the history says who was the agent and who is, and the new agent is told once", async ({ service }) => {
  const { workspace, member, other } = await team(service);
  const { path, id } = await newClientOf(member);
  const to = other.accountId;
  await service.database.orm.execute(
    sql`update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = ${to}`,
  );
  const first = await handOver(workspace.owner, path, to, { withDeals: true, withTasks: true });
  const second = await handOver(workspace.owner, path, to, { withDeals: true, withTasks: true });
  expect([first.status, second.status]).toEqual([204, 204]);
  const events = (await workspace.owner.get(`/activities?filter[client_id]=${id}&page[limit]=50`)).records;
  const handed = events.filter(({ attributes }) => /\.(reassigned|handed_over)$/.test(String(attributes.kind)));
  expect(handed.map(({ attributes }) => attributes.kind).sort()).toEqual([
    "client.reassigned",
    "opportunity.reassigned",
    "task.handed_over",
    "task.handed_over",
  ]);
  for (const { attributes } of handed)
    expect(attributes.changes).toEqual([
      { field: expect.stringMatching(/^(agent|assignee)$/), before: "Ada Marsh", after: "Ruth Okoro" },
    ]);
  const told = (await other.get("/notifications")).records.filter(
    ({ attributes }) => attributes.kind === "record_assigned",
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.attributes).toMatchObject({ client_id: id, subject_type: "client" });
});

test("a property and a deal go over by themselves", async ({ service }) => {
  const { member, other } = await team(service);
  const { deal, packageId } = await newClientOf(member);
  const to = other.accountId;
  expect((await handOver(member, `/packages/${packageId}`, to)).status).toBe(204);
  expect((await handOver(member, `/opportunities/${deal}`, to, { withTasks: true })).status).toBe(204);
  expect((await other.get(`/packages/${packageId}`)).status).toBe(200);
  expect((await other.get(`/opportunities/${deal}`)).status).toBe(200);
  expect((await member.get(`/opportunities/${deal}`)).status).toBe(404);
});

test("who gets a client, a property or a deal is told of each, and its history says it", async ({ service }) => {
  const { workspace, member, other } = await team(service);
  const { id, deal, packageId } = await newClientOf(member);
  const records = [
    { path: `/clients/${id}`, type: "client", id },
    { path: `/packages/${packageId}`, type: "package", id: packageId },
    { path: `/opportunities/${deal}`, type: "opportunity", id: deal },
  ];
  for (const { path } of records) await handOver(workspace.owner, path, other.accountId);
  const told = (await other.get("/notifications")).records.filter(
    ({ attributes }) => attributes.kind === "record_assigned",
  );
  expect(told.map(({ attributes }) => attributes.subject_type).sort()).toEqual(["client", "opportunity", "package"]);
  for (const { attributes } of told) expect(attributes).toMatchObject({ actor_name: "Ada Marsh", topic: "clients" });
  for (const record of records) {
    const events = (await workspace.owner.get(`/activities?filter[${record.type}_id]=${record.id}&page[limit]=50`))
      .records;
    expect(events.map(({ attributes }) => attributes.kind)).toContain(`${record.type}.reassigned`);
  }
});

test("only colleagues who work with records can be the agent, and only those who may say so", async ({ service }) => {
  const { workspace, member, other } = await team(service);
  const { path } = await newClientOf(member);
  const instructor = await workspace.join("instructor");
  const stranger = (await service.newWorkspace()).owner;
  const to = other.accountId;
  expect((await handOver(other, path, to)).status).toBe(404);
  expect((await handOver(instructor, path, to)).status).toBe(403);
  expect((await handOver(stranger, path, to)).status).toBe(404);
  expect((await stranger.get(`${path}/assignment`)).status).toBe(404);
  expect((await instructor.get(`${path}/assignment`)).record.meta.can).toEqual([]);
  for (const nobody of [stranger.accountId, instructor.accountId, crypto.randomUUID(), "x"])
    expect((await handOver(member, path, nobody)).status).toBe(400);
  expect((await handOver(member, path, to, {}, { "if-match": '"other-1"' })).status).toBe(412);
  for (const role of ["admin", "manager"] as const) {
    const person = await workspace.join(role);
    expect((await handOver(person, path, person.accountId)).status).toBe(204);
  }
});

test("clients of the portal read who their agent is now, in their language, and others' threads stay empty", async ({
  service,
}) => {
  const { workspace, member, other } = await team(service);
  const to = other.accountId;
  const { client, record } = await newPortalClient(service, workspace.owner);
  const clientId = record.id;
  await client.send("PATCH", "/portal/me", { type: "portal_person", attributes: { language: "es" } });
  expect((await handOver(workspace.owner, `/clients/${clientId}`, to)).status).toBe(204);
  const [said] = thread.parse((await client.get("/portal/messages")).record.attributes).messages;
  expect(said?.kind).toBe("announcement");
  expect(said?.body).toMatch(/^Ahora su agente es /);
  const silent = await newClientOf(member);
  await handOver(member, silent.path, to);
  const threads = (await other.get("/message_threads")).records;
  expect(threads.map(({ id }) => id)).toEqual([clientId]);
});
