import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { replies } from "#tests/support/mail-delivery.ts";
import { plainMail } from "#tests/support/mails.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import { replyAddress, startListener } from "#tests/support/reply-mails.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ replies });

function remove(by: TestPerson, { accountId }: TestPerson, successor: TestPerson | null = null) {
  const attributes = { successorId: successor?.accountId ?? null };
  return by.send("POST", `/accounts/members/${accountId}/removal`, { type: "member_removal", attributes });
}

/** A workspace with two members, the first of whom has a client, a property, a deal and an open task. */
async function team(service: UpstreamService) {
  const workspace = await service.newWorkspace("standard");
  const [member, other] = [await workspace.join("member"), await workspace.join("member")];
  const client = await member.newClient();
  const property = await member.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId: client.id, packageId: property.record.id };
  const deal = await member.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const task = await member.send("POST", "/tasks", { type: "task", attributes: { title: "Call" } });
  const paths = [
    `/clients/${client.id}`,
    `/packages/${property.record.id}`,
    `/opportunities/${deal.record.id}`,
    `/tasks/${task.record.id}`,
  ];
  return { workspace, owner: workspace.owner, member, other, clientId: client.id, paths };
}

async function mailsTo({ database }: UpstreamService, { accountId }: TestPerson): Promise<string[]> {
  const { rows } = await database.orm.execute<{ subject: string }>(sql`
    select subject from mail.outbox where recipient = (select email::text from upstream.accounts where id = ${accountId})`);
  return rows.map(({ subject }) => subject);
}

const textsTo = async ({ database }: UpstreamService, { accountId }: TestPerson): Promise<string> => {
  const { rows } = await database.orm.execute<{ text: string }>(sql`
    select text from mail.outbox where recipient = (select email::text from upstream.accounts where id = ${accountId})`);
  return rows.map(({ text }) => text).join("\n");
};

test("everything that a removed member had is the successor's, and their access ends by the next call", async ({
  service,
}) => {
  const { owner, member, other, paths } = await team(service);
  const counted = await owner.get(`/accounts/members/${member.accountId}/removal`);
  expect(counted.record.attributes).toMatchObject({ clients: 1, packages: 1, opportunities: 1, tasks: 1 });

  expect((await remove(owner, member, other)).status).toBe(204);

  for (const path of paths) {
    expect((await member.get(path)).status).toBe(404);
    expect((await other.get(path)).status).toBe(200);
  }
  expect((await member.get("/clients")).status).toBe(404);
  const session = await member.get("/sessions/current");
  expect(session.record.attributes).toMatchObject({ workspaces: [], workspace_id: null });
  expect(await mailsTo(service, member)).toEqual([expect.stringMatching(/^You no longer have access to /)]);
  const told = (await other.get("/notifications")).records.map(({ attributes }) => attributes.title);
  expect(told).toContain("You took over the records of Ada Marsh (1 client, 1 property, 1 opportunity, 1 open task)");
  const labels = (await owner.get("/activities?page[limit]=50")).records.map(({ attributes }) => attributes.label);
  expect(labels).toContain("Member removed");
  // The histories say who did what, as before.
  const [created] = (
    await other.get(`/activities?filter[client_id]=${paths[0]?.split("/")[2]}&page[limit]=50`)
  ).records.filter(({ attributes }) => attributes.kind === "client.created");
  expect(created?.attributes.actor_name).toBe("Ada Marsh");
});

test.for(["with a successor", "without one"] as const)(
  "what was in the trash of somebody who was removed %s comes back to somebody present",
  async (how, { service }) => {
    const workspace = await service.newWorkspace("standard");
    const [owner, member, other] = [workspace.owner, await workspace.join("member"), await workspace.join("member")];
    const client = await member.newClient();
    await member.send("POST", "/tasks", {
      type: "task",
      attributes: { title: "Call", about: { type: "client", id: client.id } },
    });
    const trashed = { kind: "client", recordId: client.id };
    expect((await owner.send("POST", "/trashed_records", { type: "trashed_record", attributes: trashed })).status).toBe(
      201,
    );
    if (how === "with a successor") await member.newClient();
    expect((await remove(owner, member, how === "with a successor" ? other : null)).status).toBe(204);
    expect((await owner.send("POST", `/trashed_records/${client.id}/restoration`)).status).toBe(204);
    const { accountId } = how === "with a successor" ? other : owner;
    expect((await owner.get(`/clients/${client.id}`)).record.attributes.assigned_account_id).toBe(accountId);
    const { records } = await owner.get(`/tasks?filter[client_id]=${client.id}`);
    expect(records.map(({ attributes }) => attributes.assignee_account_id)).toEqual([accountId]);
  },
);

test("clients that are separated again are not of somebody who was removed meanwhile", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, member] = [workspace.owner, await workspace.join("member")];
  const [stays, gone] = [await owner.newClient(), await member.newClient()];
  const attributes = { clientId: stays.id, otherId: gone.id };
  expect((await owner.send("POST", "/client_merges", { type: "client_merge", attributes })).status).toBe(201);
  expect((await remove(owner, member)).status).toBe(204);
  expect((await owner.send("DELETE", `/client_merges/${gone.id}`)).status).toBeLessThan(300);
  expect((await owner.get(`/clients/${gone.id}`)).record.attributes.assigned_account_id).toBe(owner.accountId);
});

test("whoever has something is not removed without a successor, and nothing is half done", async ({ service }) => {
  const { owner, member, paths, workspace } = await team(service);
  const instructor = await workspace.join("instructor");
  const stranger = (await service.newWorkspace()).owner;
  for (const nobody of [null, member, instructor, stranger])
    expect((await remove(owner, member, nobody)).problem).toBe("400 invalid_attribute /data/attributes/successor_id");
  for (const path of paths) expect((await member.get(path)).status).toBe(200);
  // Somebody with nothing goes without.
  expect((await remove(owner, instructor)).status).toBe(204);
});

test("twice is once", async ({ service }) => {
  const { owner, member, other } = await team(service);
  const sent = { type: "member_removal", attributes: { successorId: other.accountId } };
  const path = `/accounts/members/${member.accountId}/removal`;
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answers = await Promise.all([1, 2].map(() => owner.send("POST", path, { ...sent, headers })));
  // 409: the other one is still under way.
  expect([204, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
  expect((await owner.send("POST", path, { ...sent, headers })).status).toBe(204);
  expect((await owner.send("POST", path, sent)).problem).toBe("404 not_found");
  expect(await mailsTo(service, member)).toHaveLength(1);
});

test("the owner stays, members leave by themselves, and only owners and admins remove others", async ({ service }) => {
  const { owner, member, other, workspace } = await team(service);
  const [admin, manager] = [await workspace.join("admin"), await workspace.join("manager")];
  const stranger = (await service.newWorkspace()).owner;
  expect((await remove(owner, owner, admin)).problem).toBe("409 owner");
  expect((await remove(admin, owner, admin)).problem).toBe("409 owner");
  expect((await remove(manager, member, other)).problem).toBe("403 forbidden");
  expect((await manager.get(`/accounts/members/${member.accountId}/removal`)).problem).toBe("403 forbidden");
  expect((await remove(stranger, member, other)).problem).toBe("404 not_found");
  expect((await remove(member, member, other)).status).toBe(204);
  expect(await mailsTo(service, member)).toEqual([]);
  expect((await remove(admin, other, admin)).status).toBe(204);
});

test("their other workspaces go on, and what was theirs alone here is gone", async ({ service }) => {
  const { workspace, owner, member, other, clientId } = await team(service);
  const second = await service.newWorkspace("standard");
  await service.database.orm.execute(sql`insert into upstream.memberships (workspace_id, account_id, role)
    values (${second.id}, ${member.accountId}, 'member')`);
  const there = { headers: { "x-workspace-id": second.id } };
  const mine = await member.send("POST", "/clients", {
    ...there,
    type: "client",
    attributes: { name: "Elsewhere", email: "elsewhere@client.example" },
  });
  await member.send("PATCH", `/message_drafts/${clientId}`, { type: "message_draft", attributes: { body: "Dear…" } });
  expect((await remove(owner, member, other)).status).toBe(204);
  expect((await member.send("GET", `/clients/${mine.record.id}`, there)).status).toBe(200);
  const { rows } = await service.database.orm.execute(sql`
    select (select count(*)::integer from upstream.message_drafts where account_id = ${member.accountId}) as drafts,
      (select count(*)::integer from upstream.message_reads where account_id = ${member.accountId}
        and workspace_id = ${workspace.id}) as reads,
      (select count(*)::integer from upstream.notifications where account_id = ${member.accountId}
        and workspace_id = ${workspace.id}) as told`);
  expect(rows[0]).toEqual({ drafts: 0, reads: 0, told: 0 });
});

test("replies by email to a removed member's addresses are refused", async ({ service }) => {
  const { workspace, owner, member, other, clientId } = await team(service);
  if (service.upstream.mailbox === null) throw new Error("No mailbox");
  const listener = await startListener(service.upstream.mailbox);
  onTestFinished(() => listener.close());
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId, accountId: member.accountId });
  expect(await listener.deliver(plainMail(), to)).toMatch(/^250 /);
  await remove(owner, member, other);
  expect(await listener.deliver(plainMail(), to)).toMatch(/^550 /);
});

test("clients of the portal read who takes over", async ({ service }) => {
  const { owner, member, other } = await team(service);
  const { client } = await newPortalClient(service, member);
  await remove(owner, member, other);
  expect((await client.get("/portal/messages")).text).toContain("is your agent now");
});

/** Writes of a member, until the first that began when they were removed already or that is refused. */
async function writeOn(member: TestPerson, removed: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let isRemoved = false;
  removed.then(() => (isRemoved = true));
  for (let isLast = false; !isLast && !statuses.some((status) => status !== 201); ) {
    isLast = isRemoved;
    const attributes = { name: `Client ${statuses.length}`, email: `c${statuses.length}@client.example` };
    statuses.push((await member.send("POST", "/clients", { type: "client", attributes })).status);
  }
  return statuses;
}

async function orphansOf({ database }: UpstreamService, { id }: TestWorkspace): Promise<unknown> {
  const { rows } = await database.orm.execute(sql`select count(*)::integer as orphans from upstream.clients client
    where client.workspace_id = ${id} and not exists (select from upstream.memberships member
      where member.workspace_id = client.workspace_id and member.account_id = client.assigned_account_id)`);
  return rows[0];
}

test("what a member writes while they are removed is the successor's too, or is refused", async ({ service }) => {
  const { workspace, owner, member, other } = await team(service);
  const attributes = { name: "Client before", email: "before@client.example" };
  expect((await member.send("POST", "/clients", { type: "client", attributes })).status).toBe(201);
  const removed = remove(owner, member, other);
  const writers = await Promise.all([1, 2, 3, 4].map(() => writeOn(member, removed)));
  expect((await removed).status).toBe(204);
  for (const statuses of writers) expect(statuses.at(-1)).toBe(404);
  expect(await orphansOf(service, workspace)).toEqual({ orphans: 0 });
});

const demote = (by: TestPerson, { accountId }: TestPerson, attributes: object = {}) =>
  by.send("PATCH", `/accounts/members/${accountId}`, {
    ...{ type: "account", id: accountId, attributes: { role: "instructor", ...attributes } },
  });

test("whoever becomes an instructor leaves nothing to somebody who may not write: it is asked who takes over", async ({
  service,
}) => {
  const { owner, member, other, paths } = await team(service);
  const refused = await demote(owner, member);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Choose who takes over.")]);
  expect((await owner.get(`/accounts/members/${member.accountId}`)).record.attributes.role).toBe("member");
  const again = await demote(owner, member, { successorId: member.accountId });
  expect(again.text).toContain("Choose somebody else.");
  const done = await demote(owner, member, { successorId: other.accountId });
  expect([done.status, done.record.attributes.role, done.record.attributes.may_be_agent]).toEqual([
    ...[200, "instructor", false],
  ]);
  for (const path of paths) expect([path, (await other.get(path)).status]).toEqual([path, 200]);
  const left = (await owner.get(`/accounts/members/${member.accountId}/removal`)).record.attributes;
  expect(left).toMatchObject({ clients: 0, packages: 0, opportunities: 0, tasks: 0 });
  const told = (await other.get("/notifications")).records.map(({ attributes }) => attributes.title);
  expect(told).toContain("You took over the records of Ada Marsh (1 client, 1 property, 1 opportunity, 1 open task)");
  // Nothing to take over, nothing asked.
  expect((await demote(owner, other, { successorId: owner.accountId })).status).toBe(200);
  const idle = await service.newWorkspace("standard");
  expect((await demote(idle.owner, await idle.join("member"))).status).toBe(200);
});

test("what nobody may answer is told to the owner", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const { owner } = workspace;
  const instructor = await workspace.join("instructor");
  const { record, client } = await newPortalClient(service, owner);
  // As earlier versions left it.
  await service.database.orm.execute(
    sql`update upstream.clients set assigned_account_id = ${instructor.accountId} where id = ${record.id}`,
  );
  await client.send("POST", "/portal/messages", { type: "portal_message", attributes: { body: "Anybody there?" } });
  const told = async (person: TestPerson) =>
    (await person.get("/notifications")).records.map(({ attributes }) => attributes.kind);
  expect(await told(owner)).toContain("message_received");
  expect(await told(instructor)).not.toContain("message_received");
});

test("the email to somebody removed speaks of other workspaces only where there are some", async ({ service }) => {
  const { owner, member, other } = await team(service);
  await remove(owner, other, owner);
  const elsewhere = (await service.newWorkspace("standard")).id;
  await service.database.orm.execute(sql`insert into upstream.memberships (workspace_id, account_id, role)
    values (${elsewhere}, ${member.accountId}, 'member')`);
  await remove(owner, member, owner);
  expect(await textsTo(service, other)).not.toMatch(/other workspaces|dashboard/);
  expect(await textsTo(service, member)).toMatch(/Your other workspaces stay open to you\.[\s\S]*\/dashboard/);
});
