import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { notifyOfDueOffers, notifyOfDueTasks } from "#server/upstream/notifications/due.ts";
import { notify } from "#server/upstream/notifications/notify.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import type { TestPerson, TestWorkspace } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move, newDeal, newPackage } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

const told = async (person: TestPerson, query = "") =>
  (await person.get(`/notifications${query}`)).records.map(({ attributes }) => attributes);
const titles = async (person: TestPerson, query = "") => (await told(person, query)).map(({ title }) => title);
const unread = async (person: TestPerson) => (await person.get("/sessions/current")).record.attributes.counts;

/** A client of the owner with a property, who uses the portal. */
async function newPortalDeal(service: Parameters<typeof newPortalClient>[0], owner: TestPerson) {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  const { id: packageId } = await newPackage(owner, "412 Alder St");
  const attributes = { clientId: record.id, packageId };
  const { id } = created(await owner.send("POST", "/opportunities", { type: "opportunity", attributes }));
  const say = (below: string, attributes: object) =>
    client.send("POST", `/portal/properties/${packageId}/${below}`, { type: "portal_answers", attributes });
  return { id, packageId, clientId: record.id, client, say };
}

test("the client's agent is told when the client accepts, answers, asks and sends, newest first", async ({
  service,
  workspace,
  owner,
}) => {
  const colleague = await workspace.join("manager");
  const { client, say, id } = await newPortalDeal(service, owner);
  await say("interest", { choice: "interested", reasons: [] });
  await say("showings", { times: ["2031-05-01T17:00:00Z", "2031-05-02T17:00:00Z", "2031-05-03T17:00:00Z"] });
  await say("questions", { body: "Is the roof new?" });
  await client.send("POST", "/portal/deletion");
  expect(await told(owner)).toMatchObject([
    { kind: "deletion_requested", title: "Nora Lind asked to be deleted" },
    { kind: "question_asked", title: "Nora Lind asked about 412 Alder St", detail: "Is the roof new?" },
    { kind: "showing_requested", title: "Nora Lind asked for a showing of 412 Alder St", opportunity_id: id },
    { kind: "client_answered", title: "Nora Lind answered about 412 Alder St", detail: "Client interested" },
    { kind: "client_accepted", title: "Nora Lind accepted the invitation to the client portal", read_at: null },
  ]);
  expect(await told(colleague)).toEqual([]);
});

test("whoever works the deal hears of it, and the client's agent, too, where that is another", async ({
  service,
  workspace,
  owner,
}) => {
  const [clientsAgent, bystander] = [await workspace.join("member"), await workspace.join("admin")];
  const { client, say, id, packageId, clientId } = await newPortalDeal(service, owner);
  await service.database.orm.execute(
    sql`update upstream.clients set assigned_account_id = ${clientsAgent.accountId} where id = ${clientId}`,
  );
  await service.database.orm.execute(sql`delete from upstream.notifications where workspace_id = ${workspace.id}`);
  await client.send("POST", "/portal/openings", {
    type: "portal_opening",
    attributes: { kind: "property", recordId: packageId },
  });
  await say("interest", { choice: "interested", reasons: [] });
  await say("questions", { body: "Is the roof new?" });
  for (const agent of [owner, clientsAgent])
    expect(await told(agent)).toMatchObject([
      { kind: "question_asked", opportunity_id: id },
      { kind: "client_answered", title: "Nora Lind answered about 412 Alder St", opportunity_id: id },
      { kind: "property_opened", opportunity_id: id },
    ]);
  await move(bystander, id, "open", "offer_sent");
  for (const agent of [owner, clientsAgent]) expect((await titles(agent))[0]).toMatch(/ moved a deal to “Offer sent”$/);
  expect(await told(bystander)).toEqual([]);
  await client.send("POST", "/portal/deletion");
  expect((await titles(clientsAgent))[0]).toBe("Nora Lind asked to be deleted");
  // Owners and admins alone may do it.
  expect((await titles(owner))[0]).toBe("Nora Lind asked to be deleted");
});

test("nobody is told of what they did themselves, and the agent is told of a colleague's move", async ({
  workspace,
  owner,
}) => {
  const manager = await workspace.join("manager");
  const { id } = await newDeal(owner);
  await move(owner, id, "open", "offer_sent");
  expect(await told(owner)).toEqual([]);
  await move(manager, id, "offer_sent", "offer_declined");
  expect(await titles(owner)).toEqual([expect.stringMatching(/ moved a deal to “Offer declined”$/)]);
  expect(await told(manager)).toEqual([]);
});

test("without an agent the owner is told", async ({ service, workspace, owner }) => {
  const agent = await workspace.join("manager");
  const { say } = await newPortalDeal(service, agent);
  await service.database.orm.execute(
    sql`delete from upstream.memberships where account_id = ${agent.accountId} and workspace_id = ${workspace.id}`,
  );
  await say("questions", { body: "Who is there?" });
  expect(await titles(owner)).toContain("Nora Lind asked about 412 Alder St");
});

test("the assignee of a task is told, once for each time it is handed over", async ({ workspace, owner }) => {
  const colleague = await workspace.join("member");
  const add = (attributes: object) => owner.send("POST", "/tasks", { type: "task", attributes });
  await add({ title: "my own" });
  const { id } = created(await add({ title: "Call the lender", assigneeAccountId: colleague.accountId }));
  await owner.send("PATCH", `/tasks/${id}`, { type: "task", id, attributes: { title: "Call the bank" } });
  expect(await told(owner)).toEqual([]);
  expect(await told(colleague)).toMatchObject([{ kind: "task_assigned", detail: "Call the lender", subject_id: id }]);
});

test("one is read alone, all up to a moment, and a second time changes nothing", async ({ service, owner }) => {
  const { say } = await newPortalDeal(service, owner);
  await say("questions", { body: "One?" });
  await say("questions", { body: "Two?" });
  expect(await unread(owner)).toMatchObject({ notifications: 3 });
  const [newest, middle] = (await owner.get("/notifications")).records;
  const read = await owner.send("POST", `/notifications/${newest?.id}/reading`);
  expect(read.record.attributes.read_at).not.toBeNull();
  const again = await owner.send("POST", `/notifications/${newest?.id}/reading`);
  expect(again.record.attributes.read_at).toBe(read.record.attributes.read_at);
  expect(await titles(owner, "?filter[unread]=true")).toHaveLength(2);
  await say("questions", { body: "Three?" });
  const until = { until: middle?.attributes.inserted_at };
  const type = "notification_reading";
  expect((await owner.send("POST", "/notification_readings", { type, attributes: until })).status).toBe(204);
  expect((await told(owner, "?filter[unread]=true")).map(({ detail }) => detail)).toEqual(["Three?"]);
  expect(await unread(owner)).toMatchObject({ notifications: 1 });
  expect((await owner.send("POST", "/notification_readings", { type, attributes: { until: "soon" } })).status).toBe(
    400,
  );
});

test("a notification is its person's alone: to colleagues and other workspaces it does not exist", async ({
  service,
  workspace,
  owner,
}) => {
  await newPortalDeal(service, owner);
  const colleague = await workspace.join("admin");
  const stranger = (await service.newWorkspace()).owner;
  const [own] = (await owner.get("/notifications")).records;
  for (const other of [colleague, stranger]) {
    expect((await other.get(`/notifications/${own?.id}`)).status).toBe(404);
    expect((await other.send("POST", `/notifications/${own?.id}/reading`)).status).toBe(404);
  }
  expect((await owner.get("/notifications")).records[0]?.attributes.read_at).toBeNull();
});

test("members who see only their own are not shown a client who was handed over", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const member = await workspace.join("member");
  const { clientId } = await newPortalDeal(service, member);
  expect(await titles(member)).toHaveLength(1);
  const { accountId } = workspace.owner;
  await service.database.orm.execute(
    sql`update upstream.clients set assigned_account_id = ${accountId} where id = ${clientId}`,
  );
  expect(await titles(member)).toEqual([]);
  expect(await unread(member)).toMatchObject({ notifications: 0 });
});

test("offers that are due within a day are told once, however often it is looked", async ({ service, owner }) => {
  const { orm } = service.database;
  const in12Hours = new Date(Date.now() + 12 * 3_600_000).toISOString();
  const soon = await newPackage(owner, "9 Elm St");
  await owner.send("PATCH", `/packages/${soon.id}`, {
    type: "package",
    id: soon.id,
    attributes: { offerDueAt: in12Hours },
  });
  const { id } = await newDeal(owner);
  await move(owner, id, "open", "offer_sent", { price: { amount: "1", currency: "USD" }, expiresAt: in12Hours });
  const look = () => notifyOfDueOffers(orm, new Date());
  await Promise.all([look(), look()]);
  await look();
  const expected = ["Offer for 12 Alder Lane expires within a day", "Offers for 9 Elm St are due within a day"];
  expect((await titles(owner)).toSorted()).toEqual(expected);
  const [first] = (await owner.get("/notifications")).records;
  await owner.send("POST", `/notifications/${first?.id}/reading`);
  await look();
  expect(await titles(owner)).toHaveLength(2);
});

test("tasks that are due today are told once to their assignees", async ({ service, workspace, owner }) => {
  const colleague = await workspace.join("member");
  const today = new Date().toISOString().slice(0, 10);
  const add = (attributes: object) => owner.send("POST", "/tasks", { type: "task", attributes });
  await add({ title: "today", dueOn: today });
  await add({ title: "tomorrow", dueOn: "2031-01-01" });
  await add({ title: "the colleague's", dueOn: today, assigneeAccountId: colleague.accountId });
  const look = () => notifyOfDueTasks(service.database.orm, workspace.id, today);
  await look();
  await look();
  expect((await told(owner)).map(({ title, detail }) => `${title}: ${detail}`)).toEqual(["Task due today: today"]);
  expect(await told(colleague)).toHaveLength(2);
});

test("what has the same key joins one that is unread, and is new after it was read", async ({
  service,
  workspace,
  owner,
}) => {
  const client = await owner.newClient();
  const subject = { type: "client", id: client.id };
  const tell = (name: string) =>
    notify(service.database.orm, {
      ...{ kind: "message_received", workspaceId: workspace.id, accounts: [owner.accountId], clientId: client.id },
      ...{ subject: { ...subject, name }, actorName: "Maya", joinKey: `messages:${client.id}` },
    });
  await tell("one");
  await tell("two");
  expect(await told(owner)).toMatchObject([{ title: "Maya sent a message (2 new messages)", detail: "two" }]);
  const [joined] = (await owner.get("/notifications")).records;
  await owner.send("POST", `/notifications/${joined?.id}/reading`);
  await tell("three");
  expect((await told(owner)).map(({ detail }) => detail)).toEqual(["three", "two"]);
});

test("10,000 are listed by pages of 15, without a sort or a scan of others'", async ({ service, workspace, owner }) => {
  const { orm } = service.database;
  await fill(service.database.orm, workspace, owner.accountId);
  const seen = new Set<string>();
  let next = "/notifications?page[limit]=15";
  for (let page = 0; page < 4; page += 1) {
    const { records, document } = await owner.get(next);
    expect(records).toHaveLength(15);
    for (const { id } of records) seen.add(id);
    next = String(document.links?.next).replace(/^.*\/api/, "");
  }
  expect(seen.size).toBe(60);
  expect(await unread(owner)).toMatchObject({ notifications: 100 });
  const { rows } = await orm.execute(sql`explain select * from upstream.notifications
    where account_id = ${owner.accountId} and workspace_id = ${workspace.id} order by inserted_at desc, id desc limit 15`);
  expect(JSON.stringify(rows)).toMatch(/Index Scan Backward using notifications_newest/);
});

async function fill(
  orm: { execute: (query: ReturnType<typeof sql>) => Promise<unknown> },
  workspace: TestWorkspace,
  accountId: string,
) {
  await orm.execute(sql`
    insert into upstream.notifications (workspace_id, account_id, kind, topic, subject_type, subject_id, inserted_at)
    select ${workspace.id}, ${accountId}, 'task_due', 'tasks', 'task', gen_random_uuid(), now() - make_interval(secs => n)
    from generate_series(1, 10000) n`);
  await orm.execute(sql`analyze upstream.notifications`);
}
