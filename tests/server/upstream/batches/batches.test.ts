import { expect, vi } from "vitest";
import type { TestAnswer } from "#tests/support/answers.ts";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, type Given, ids, insertClients, undo } from "./batch-calls.ts";

const test = newWorkspaceTest();

const detailOf = ({ document }: TestAnswer) => document.errors?.[0]?.detail;
const labelsOf = async (person: TestPerson, id: string) =>
  (await person.get(`/activities?filter[client_id]=${id}`)).records.map(({ attributes }) => attributes.label);
const tagsOf = async (person: TestPerson, id: string) => (await person.get(`/clients/${id}`)).record.attributes.tags;

test("a tag is added to those chosen and taken back as one, with an event for each", async ({ owner }) => {
  const [first, second] = [await owner.newClient({ tags: ["VIP"] }), await owner.newClient()];
  const third = await owner.newClient();
  const made = await change(owner, {
    kind: "client",
    action: "add_tag",
    value: " Cash ",
    filters: ids([first, second]),
  });
  expect(made.record).toMatchObject({
    attributes: {
      state: "done",
      total: 2,
      changed: 2,
      same: 0,
      not_changed: 0,
      missing: 0,
      left: [],
      value_name: "Cash",
    },
    meta: { can: ["undo"] },
  });
  expect([await tagsOf(owner, first.id), await tagsOf(owner, second.id)]).toEqual([["Cash", "VIP"], ["Cash"]]);
  expect(await tagsOf(owner, third.id)).toEqual([]);
  const { records: events } = await owner.get(`/activities?filter[client_id]=${first.id}`);
  expect(events[0]?.attributes).toMatchObject({
    label: "Client details changed",
    changes: [{ field: "tags", before: ["VIP"], after: ["Cash", "VIP"] }],
  });
  const undone = await undo(owner, made.record.id);
  expect(undone.record).toMatchObject({ attributes: { state: "undone", undone: 2, kept: 0 }, meta: { can: [] } });
  expect([await tagsOf(owner, first.id), await tagsOf(owner, second.id)]).toEqual([["VIP"], []]);
  expect((await undo(owner, made.record.id)).problem).toBe("403 forbidden");
});

test("a tag that is there already, whatever its case, is not added twice; and one is removed", async ({ owner }) => {
  const [has, not] = [await owner.newClient({ tags: ["VIP"] }), await owner.newClient()];
  const added = await change(owner, { kind: "client", action: "add_tag", value: "vip", filters: ids([has, not]) });
  expect(added.record.attributes).toMatchObject({ changed: 1, same: 1 });
  const removed = await change(owner, { kind: "client", action: "remove_tag", value: "ViP", filters: "" });
  expect(removed.record.attributes).toMatchObject({ total: 2, changed: 2 });
  expect([await tagsOf(owner, has.id), await tagsOf(owner, not.id)]).toEqual([[], []]);
});

test("what somebody changed since is kept by an undo, and named with the reason", async ({ owner }) => {
  const [first, second] = [await owner.newClient({ name: "Ada" }), await owner.newClient({ name: "Ben" })];
  const made = await change(owner, { kind: "client", action: "archive", filters: ids([first, second]) });
  expect(await labelsOf(owner, first.id)).toEqual(["Client archived", "Client created"]);
  await owner.send("PATCH", `/clients/${second.id}`, {
    type: "client",
    id: second.id,
    attributes: { name: "Benjamin" },
  });
  const undone = await undo(owner, made.record.id);
  expect(undone.record.attributes).toMatchObject({
    state: "undone",
    undone: 1,
    kept: 1,
    left: [{ id: second.id, name: "Benjamin", reason: "changed" }],
  });
  const archived = async (id: string) => (await owner.get(`/clients/${id}`)).record.attributes.archived_at !== null;
  expect([await archived(first.id), await archived(second.id)]).toEqual([false, true]);
});

test("those chosen go to a colleague, who is told once; an undo gives them back", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, colleague] = [workspace.owner, await workspace.join("member")];
  const clients = [await owner.newClient(), await owner.newClient(), await owner.newClient()];
  const made = await change(owner, {
    kind: "client",
    action: "assign",
    value: colleague.accountId,
    filters: ids(clients),
  });
  expect(made.record.attributes).toMatchObject({ changed: 3, state: "done" });
  expect((await colleague.get("/clients")).records).toHaveLength(3);
  const told = (await colleague.get("/notifications")).records.map(({ attributes }) => attributes.title);
  expect(told).toEqual([expect.stringMatching(/ made you the agent of 3 clients$/)]);
  expect(await labelsOf(owner, clients[0]?.id ?? "")).toEqual(["Agent changed", "Client created"]);
  expect((await undo(owner, made.record.id)).record.attributes).toMatchObject({ undone: 3, kept: 0 });
  expect((await colleague.get("/clients")).records).toEqual([]);
});

test("a member changes their own alone, and takes back what they gave away", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, member] = [workspace.owner, await workspace.join("member")];
  const [own, others] = [await member.newClient(), await owner.newClient()];
  const both = ids([own, others]);
  const tagged = await change(member, { kind: "client", action: "add_tag", value: "Cash", filters: both });
  expect(tagged.record.attributes).toMatchObject({ total: 1, missing: 1, changed: 1 });
  expect(await tagsOf(owner, others.id)).toEqual([]);
  const given = await change(member, { kind: "client", action: "assign", value: owner.accountId, filters: both });
  expect((await member.get("/clients")).records).toEqual([]);
  expect((await undo(member, given.record.id)).record.attributes).toMatchObject({ undone: 1, kept: 0 });
  expect((await member.get("/clients")).records).toHaveLength(1);
});

test("whoever may no longer give others' records away cannot take that back either, until they may again", async ({
  service,
}) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, admin, member] = [workspace.owner, await workspace.join("admin"), await workspace.join("member")];
  const [own, others] = [await admin.newClient(), await owner.newClient()];
  const become = (role: string) =>
    owner.send("PATCH", `/accounts/members/${admin.accountId}`, { type: "account", attributes: { role } });
  const give = (records: readonly { readonly id: string }[]) =>
    change(admin, { kind: "client", action: "assign", value: member.accountId, filters: ids(records) });
  const [theirs, mine] = [await give([others]), await give([own])];
  expect((await become("member")).status).toBe(200);
  expect((await undo(admin, theirs.record.id)).problem).toBe("403 forbidden");
  expect((await owner.get(`/clients/${others.id}`)).record.attributes.assigned_account_id).toBe(member.accountId);
  expect((await undo(admin, mine.record.id)).record.attributes).toMatchObject({ undone: 1, kept: 0 });
  expect((await admin.get("/clients")).records.map(({ id }) => id)).toEqual([own.id]);
  expect((await become("admin")).status).toBe(200);
  expect((await undo(admin, theirs.record.id)).record.attributes).toMatchObject({ state: "undone", undone: 1 });
  expect((await owner.get(`/clients/${others.id}`)).record.attributes.assigned_account_id).toBe(owner.accountId);
});

test("instructors change nothing, nobody sees another's batch, and another workspace's records are not there", async ({
  service,
}) => {
  const [workspace, other] = [await service.newWorkspace("standard"), await service.newWorkspace()];
  const [owner, instructor] = [workspace.owner, await workspace.join("instructor")];
  const [mine, theirs] = [await owner.newClient(), await other.owner.newClient()];
  const archive = (filters: string) => ({ kind: "client", action: "archive", filters });
  expect((await change(instructor, archive(ids([mine])))).problem).toBe("403 forbidden");
  const refused = await change(owner, archive(ids([theirs])));
  expect([refused.status, detailOf(refused)]).toEqual([400, expect.stringContaining("Nothing is chosen any more.")]);
  const made = await change(owner, archive(ids([mine, theirs])));
  expect(made.record.attributes).toMatchObject({ total: 1, missing: 1, changed: 1 });
  expect((await other.owner.get(`/clients/${theirs.id}`)).record.attributes.archived_at).toBeNull();
  for (const person of [instructor, other.owner]) {
    expect((await person.get(`/batches/${made.record.id}`)).status).toBe(404);
    expect((await undo(person, made.record.id)).status).toBe(404);
  }
});

test("properties and deals get another agent, properties are archived, and tasks are completed and reopened", async ({
  service,
}) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, colleague] = [workspace.owner, await workspace.join("admin")];
  const client = await owner.newClient();
  const { record: home } = await owner.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId: client.id, packageId: home.id };
  const { record: deal } = await owner.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const to = { action: "assign", value: colleague.accountId };
  for (const [kind, record] of [["package", home] as const, ["opportunity", deal] as const]) {
    const made = await change(owner, { kind, ...to, filters: ids([record]) });
    expect(made.record.attributes).toMatchObject({ changed: 1 });
  }
  const archived = await change(owner, { kind: "package", action: "archive", filters: ids([home]) });
  expect((await undo(owner, archived.record.id)).record.attributes).toMatchObject({ undone: 1 });

  const repeating = { title: "Call", dueOn: "2026-11-02", repeat: "weekly" };
  const { record: task } = await owner.send("POST", "/tasks", { type: "task", attributes: repeating });
  const done = await change(owner, { kind: "task", action: "complete", filters: ids([task]) });
  expect(done.record.attributes).toMatchObject({ changed: 1 });
  expect((await owner.get("/tasks?filter[done]=false")).records).toHaveLength(1);
  expect((await undo(owner, done.record.id)).record.attributes).toMatchObject({ undone: 1 });
  expect((await owner.get("/tasks")).records.map(({ id }) => id)).toEqual([task.id]);
});

test("the choice says how many, their names and what may be done", async ({ owner }) => {
  const [ada] = [await owner.newClient({ name: "Ada" }), await owner.newClient({ name: "Ben" })];
  const choose = (filters: string) => owner.get(`/batch_choice?kind=client&filters=${encodeURIComponent(filters)}`);
  expect((await choose("search=ada")).record.attributes).toMatchObject({ total: 1, names: ["Ada"], missing: 0 });
  const gone = `${ids([ada])},00000000-0000-4000-8000-000000000000`;
  const { attributes } = (await choose(gone)).record;
  expect(attributes).toMatchObject({ total: 1, missing: 1 });
  expect(attributes.actions).toEqual(["assign", "add_tag", "remove_tag", "archive", "restore"]);
  expect((await choose("archived=true")).record.attributes).toMatchObject({ total: 0, names: [] });
});

test("what cannot be read is refused with one sentence", async ({ owner }) => {
  const client = await owner.newClient();
  const many = Array.from({ length: 5_000 }, () => crypto.randomUUID()).join(",");
  const wrong: readonly [Given, string][] = [
    [{ kind: "client", action: "add_tag", value: "x", filters: `ids=${many}` }, "too long"],
    [{ kind: "client", action: "add_tag", value: "x", filters: "ids=1" }, "Nothing is chosen"],
    [{ kind: "client", action: "add_tag", value: "x", filters: "color=red" }, "no such filter"],
    [{ kind: "client", action: "add_tag", value: "  ", filters: ids([client]) }, "at least 1 character"],
    [{ kind: "client", action: "add_tag", value: "x".repeat(101), filters: ids([client]) }, "at most 100"],
    [{ kind: "client", action: "assign", value: "nobody", filters: ids([client]) }, "Choose a member"],
    [{ kind: "client", action: "assign", value: client.id, filters: ids([client]) }, "not a member"],
  ];
  for (const [given, sentence] of wrong) {
    const answer = await change(owner, given);
    expect([answer.status, detailOf(answer)]).toEqual([400, expect.stringContaining(sentence)]);
  }
  expect((await change(owner, { kind: "client", action: "complete", filters: ids([client]) })).status).toBe(403);
  expect((await change(owner, { kind: "house", action: "archive", filters: "" })).status).toBe(400);
  expect((await owner.get("/batches")).records).toEqual([]);
});

test("the same key makes one batch", async ({ owner }) => {
  const client = await owner.newClient();
  const given = { kind: "client", action: "archive", filters: ids([client, client]) };
  const headers = { "idempotency-key": "batch-once" };
  const [first, again] = [await change(owner, given, headers), await change(owner, given, headers)];
  expect(again.record.id).toBe(first.record.id);
  expect((await owner.get("/batches")).records).toHaveLength(1);
  expect(first.record.attributes).toMatchObject({ total: 1, missing: 0, changed: 1 });
});

test("of 1,500 clients all are tagged as a job, and all are untagged as one", async ({ service, owner }) => {
  await insertClients(service, owner, 1_500);
  const made = await change(owner, { kind: "client", action: "add_tag", value: "Fair", filters: "" });
  expect(made.record.attributes).toMatchObject({ state: "running", total: 1_500, waiting: 1_500 });
  const stateOf = async () => (await owner.get(`/batches/${made.record.id}`)).record.attributes;
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: "done", changed: 1_500 }), 20_000);
  const tagged = async () => (await owner.get("/clients?filter[tag]=fair&page[count]=true")).document.meta?.page?.total;
  expect(await tagged()).toBe(1_500);
  expect((await undo(owner, made.record.id)).record.attributes).toMatchObject({ state: "undoing" });
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: "undone", undone: 1_500 }), 20_000);
  expect(await tagged()).toBe(0);
});
