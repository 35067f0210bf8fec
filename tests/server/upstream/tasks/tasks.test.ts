import { describe, expect } from "vitest";
import type { TestPerson, TestWorkspace } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { created, newDeal, newPackage } from "../opportunities/deals.ts";

const test = upstreamTest({ clock: () => now });
let workspace: TestWorkspace;
let owner: TestPerson;
/** In New York, where the workspaces are, noon on a Monday. */
const noon = new Date("2026-03-02T17:00:00Z");
let now = noon;
test.beforeEach(async ({ service }) => {
  now = noon;
  workspace = await service.newWorkspace();
  owner = workspace.owner;
});

const add = (person: TestPerson, attributes: object) => person.send("POST", "/tasks", { type: "task", attributes });
const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/tasks/${id}`, { type: "task", id, attributes });
const complete = (person: TestPerson, id: string) => person.send("POST", `/tasks/${id}/completion`);
const reopen = (person: TestPerson, id: string) => person.send("DELETE", `/tasks/${id}/completion`);
const titles = async (person: TestPerson, query = "") =>
  (await person.get(`/tasks?${query}`)).records.map(({ attributes }) => attributes.title);
const kinds = async (query: string) =>
  (await owner.get(`/activities?${query}`)).records.map(({ attributes }) => attributes.kind);

test("a task is its textGenerator's, due when it is said to be, about what it is said to be about", async () => {
  const client = await owner.newClient({ name: "Maya Lindqvist" });
  const task = created(
    await add(owner, { title: " Call the lender ", dueOn: "2026-03-04", about: { type: "client", id: client.id } }),
  );
  expect(task.attributes).toMatchObject({
    title: "Call the lender",
    due_on: "2026-03-04",
    repeat: "none",
    about: { type: "client", id: client.id, name: "Maya Lindqvist" },
    client_id: client.id,
    package_id: null,
    assignee_account_id: owner.accountId,
    assignee_name: "Ada Marsh",
    is_visible_to_client: false,
    done_at: null,
  });
  expect(task.meta.can).toEqual(["update", "complete", "remove"]);
  const bare = created(await add(owner, { title: "Buy milk", assigneeAccountId: null }));
  expect(bare.attributes).toMatchObject({ due_on: null, about: null, assignee_name: null });
});

test("a task about an opportunity or a document also belongs to its client and its package", async () => {
  const deal = await newDeal(owner);
  const { client_id: clientId, package_id: packageId } = deal.attributes;
  created(await add(owner, { title: "Of the deal", about: { type: "opportunity", id: deal.id } }));
  created(await add(owner, { title: "Of the client", about: { type: "client", id: clientId } }));
  created(await add(owner, { title: "Of the package", about: { type: "package", id: packageId } }));
  created(
    await add(owner, { title: "Of something else", about: { type: "package", id: (await newPackage(owner)).id } }),
  );
  expect(await titles(owner, `filter[client_id]=${clientId}`)).toEqual(["Of the deal", "Of the client"]);
  expect(await titles(owner, `filter[package_id]=${packageId}`)).toEqual(["Of the deal", "Of the package"]);
  expect(await titles(owner, `filter[opportunity_id]=${deal.id}`)).toEqual(["Of the deal"]);
  const [ofDeal] = (await owner.get(`/tasks?filter[opportunity_id]=${deal.id}`)).records;
  expect(ofDeal?.attributes.about).toEqual({ type: "opportunity", id: deal.id, name: "Maya Lindqvist, 12 Alder Lane" });
  expect(await kinds(`filter[client_id]=${clientId}`)).toContain("task.created");
  expect(await kinds(`filter[package_id]=${packageId}`)).toContain("task.created");
});

test.each([
  [{ title: " " }, "400 invalid_attribute /data/attributes/title"],
  [{ title: "x".repeat(201) }, "400 invalid_attribute /data/attributes/title"],
  [{ title: "two\nlines" }, "400 invalid_attribute /data/attributes/title"],
  [{ title: "x", dueOn: "2026-02-30" }, "400 invalid_attribute /data/attributes/due_on"],
  [{ title: "x", dueOn: "1999-12-31" }, "400 invalid_attribute /data/attributes/due_on"],
  [{ title: "x", dueOn: "tomorrow" }, "400 invalid_attribute /data/attributes/due_on"],
  [{ title: "x", repeat: "hourly" }, "400 invalid_attribute /data/attributes/repeat"],
  [{ title: "x", repeat: "weekly" }, "400 required /data/attributes/due_on"],
  [{ title: "x", isVisibleToClient: true }, "400 invalid_attribute /data/attributes/is_visible_to_client"],
  [
    { title: "x", assigneeAccountId: crypto.randomUUID() },
    "400 invalid_attribute /data/attributes/assignee_account_id",
  ],
  [{ title: "x", about: { type: "client", id: crypto.randomUUID() } }, "400 invalid_attribute /data/attributes/about"],
])("%j is refused: %s", async (attributes, problem) => {
  expect((await add(owner, attributes)).problem).toBe(problem);
});

test("it is changed, handed over and removed, and the history tells how", async () => {
  const colleague = await workspace.join("member");
  const task = created(await add(owner, { title: "Call", dueOn: "2026-03-04" }));
  const changed = await change(owner, task.id, {
    title: "Call back",
    dueOn: null,
    assigneeAccountId: colleague.accountId,
  });
  expect(changed.record.attributes).toMatchObject({
    title: "Call back",
    due_on: null,
    assignee_account_id: colleague.accountId,
  });
  const etag = changed.headers.get("etag") ?? "";
  expect((await change(owner, task.id, { title: "Call back" })).headers.get("etag")).toBe(etag);
  expect((await change(owner, task.id, { repeat: "daily" })).problem).toBe("400 required /data/attributes/due_on");
  const [latest] = (await owner.get("/activities")).records;
  expect(latest?.attributes).toMatchObject({
    kind: "task.updated",
    changes: [
      { field: "title", before: "Call", after: "Call back" },
      { field: "due_on", before: "2026-03-04", after: null },
    ],
  });
  expect((await owner.send("DELETE", `/tasks/${task.id}`)).status).toBe(204);
  expect((await owner.get(`/tasks/${task.id}`)).status).toBe(404);
  expect((await kinds("")).slice(0, 3)).toEqual(["task.removed", "task.updated", "task.created"]);
});

describe("groups", () => {
  const add = (title: string, dueOn: string | null) =>
    owner.send("POST", "/tasks", { type: "task", attributes: { title, dueOn } });
  const group = (name: string) => titles(owner, `filter[group]=${name}`);
  const due = async () => Object((await owner.get("/sessions/current")).record.attributes.counts).tasks_due;

  test("go by the day that it is where the workspace is", async () => {
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-09", "2026-03-10"]) await add(day, day);
    await add("some day", null);
    const done = created(await add("done", "2026-03-01"));
    await complete(owner, done.id);
    const grouped = async () => ({
      overdue: await group("overdue"),
      today: await group("today"),
      next: await group("next_7_days"),
      later: await group("later"),
      due: await due(),
    });
    expect(await grouped()).toEqual({
      overdue: ["2026-03-01"],
      today: ["2026-03-02"],
      next: ["2026-03-03", "2026-03-09"],
      later: ["2026-03-10", "some day"],
      due: 2,
    });
    expect(await group("done")).toEqual(["done"]);
    // Midnight in London, and still Monday in New York.
    now = new Date("2026-03-03T00:00:00Z");
    expect((await grouped()).today).toEqual(["2026-03-02"]);
    now = new Date("2026-03-03T05:00:00Z");
    expect(await grouped()).toEqual({
      overdue: ["2026-03-01", "2026-03-02"],
      today: ["2026-03-03"],
      next: ["2026-03-09", "2026-03-10"],
      later: ["some day"],
      due: 3,
    });
  });

  test("neither lose nor gain a day when daylight saving time begins or ends", async () => {
    for (const day of ["2026-03-07", "2026-03-08", "2026-03-09"]) await add(day, day);
    for (const [moment, today] of [
      ["2026-03-08T04:59:59Z", "2026-03-07"],
      ["2026-03-08T05:00:00Z", "2026-03-08"],
      ["2026-03-09T03:59:59Z", "2026-03-08"],
      ["2026-03-09T04:00:00Z", "2026-03-09"],
    ] as const) {
      now = new Date(moment);
      expect(await group("today")).toEqual([today]);
    }
  });

  test("filters combine, tasks are sorted by due date with undated ones last, and pages follow on", async () => {
    const colleague = await workspace.join("manager");
    for (const [title, dueOn] of [
      ["c", "2026-03-09"],
      ["d", null],
      ["a", "2026-03-01"],
      ["b", "2026-03-02"],
    ] as const)
      await add(title, dueOn);
    created(
      await colleague.send("POST", "/tasks", {
        type: "task",
        attributes: { title: "theirs", assigneeAccountId: null },
      }),
    );
    expect(await titles(owner, `filter[assignee_id]=${owner.accountId}`)).toEqual(["a", "b", "c", "d"]);
    expect(await titles(owner, "filter[assignee_id]=none&filter[done]=false")).toEqual(["theirs"]);
    const first = await owner.get("/tasks?page[limit]=3&page[count]=true");
    expect([first.records.map(({ attributes }) => attributes.title), first.document.meta?.page?.total]).toEqual([
      ["a", "b", "c"],
      5,
    ]);
    const next = await owner.get((first.document.links?.next ?? "").replace(/^.*\/api/, ""));
    expect(next.records.map(({ attributes }) => attributes.title)).toEqual(["d", "theirs"]);
    for (const query of ["filter[group]=tomorrow", "filter[done]=yes"])
      expect((await owner.get(`/tasks?${query}`)).problem).toMatch(/^400 invalid_filter/);
    for (const query of ["filter[assignee_id]=me", "filter[client_id]=x", "filter[ids]=1,a/b"])
      expect((await owner.get(`/tasks?${query}`)).records, query).toEqual([]);
  });
});

describe("done and undone", () => {
  test("completing a task twice is a no-op, and reopening makes it open again", async () => {
    const colleague = await workspace.join("manager");
    const { id } = created(await add(owner, { title: "Call" }));
    const [one, other] = await Promise.all([complete(owner, id), complete(colleague, id)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { attributes } = (await owner.get(`/tasks/${id}`)).record;
    expect(attributes).toMatchObject({ done_at: expect.any(String), done_by_name: "Ada Marsh" });
    expect((await kinds("")).filter((kind) => kind === "task.completed")).toHaveLength(1);
    expect((await reopen(owner, id)).record.attributes).toMatchObject({ done_at: null, done_by_name: null });
    expect((await reopen(owner, id)).record.attributes.done_at).toBeNull();
    expect((await kinds(""))[0]).toBe("task.reopened");
  });

  test("a repeating task is followed by its next one, once, which reopening removes", async () => {
    const client = await owner.newClient();
    const about = { type: "client", id: client.id };
    const { id } = created(
      await add(owner, { title: "Ring", dueOn: "2026-01-31", repeat: "monthly", about, isVisibleToClient: true }),
    );
    await Promise.all([complete(owner, id), complete(owner, id)]);
    const open = async () => (await owner.get("/tasks?filter[done]=false")).records;
    const [next, ...others] = await open();
    expect(others).toEqual([]);
    expect(next?.attributes).toMatchObject({
      ...{ title: "Ring", due_on: "2026-03-31", repeat: "monthly", repeats_from: "2026-01-31" },
      ...{ client_id: client.id, is_visible_to_client: true, assignee_account_id: owner.accountId },
    });
    await reopen(owner, id);
    expect((await open()).map((task) => task.id)).toEqual([id]);
    await complete(owner, id);
    const [again] = await open();
    await change(owner, again?.id ?? "", { title: "Ring twice" });
    await reopen(owner, id);
    await complete(owner, id);
    expect((await open()).map(({ attributes }) => attributes.title)).toEqual(["Ring twice"]);
  });

  test("a series begins anew on the day to which it is put off", async () => {
    const { id } = created(await add(owner, { title: "Ring", dueOn: "2026-01-31", repeat: "monthly" }));
    expect((await change(owner, id, { dueOn: "2026-03-15" })).record.attributes.repeats_from).toBe("2026-03-15");
    expect((await change(owner, id, { repeat: "none" })).record.attributes.repeats_from).toBeNull();
    await complete(owner, id);
    expect((await owner.get("/tasks?filter[done]=false")).records).toEqual([]);
  });
});

describe("roles", () => {
  test("a member sees tasks assigned to them, assigned by them, and about their records", async () => {
    const member = await workspace.join("member");
    const own = await member.newClient();
    const others = await owner.newClient();
    created(await add(owner, { title: "given", assigneeAccountId: member.accountId }));
    created(await add(owner, { title: "about theirs", about: { type: "client", id: own.id } }));
    created(await add(owner, { title: "the owner's", about: { type: "client", id: others.id } }));
    const handed = created(await add(member, { title: "handed over", assigneeAccountId: owner.accountId }));
    expect((await titles(member)).toSorted()).toEqual(["about theirs", "given", "handed over"]);
    expect((await change(member, handed.id, { title: "still theirs" })).status).toBe(200);
    const [given] = (await member.get(`/tasks?filter[assignee_id]=${member.accountId}`)).records;
    // Handed on, it stays in sight of whoever handed it on.
    expect((await change(member, given?.id ?? "", { assigneeAccountId: owner.accountId })).status).toBe(200);
    expect((await add(member, { title: "x", about: { type: "client", id: others.id } })).problem).toBe(
      "400 invalid_attribute /data/attributes/about",
    );
  });

  test("an instructor sees all, adds and changes nothing, and says of their own that they are done", async () => {
    const instructor = await workspace.join("instructor");
    const given = created(await add(owner, { title: "given", assigneeAccountId: instructor.accountId }));
    const other = created(await add(owner, { title: "other" }));
    expect(await titles(instructor)).toHaveLength(2);
    expect((await add(instructor, { title: "x" })).problem).toBe("403 forbidden");
    expect((await change(instructor, given.id, { title: "x" })).problem).toBe("403 forbidden");
    expect((await instructor.send("DELETE", `/tasks/${given.id}`)).problem).toBe("403 forbidden");
    expect((await complete(instructor, other.id)).problem).toBe("403 forbidden");
    expect((await complete(instructor, given.id)).record.meta.can).toEqual(["complete"]);
  });

  test("to another workspace there are none, and nothing of it can be named", async ({ service }) => {
    const stranger = (await service.newWorkspace()).owner;
    const { id } = created(await add(owner, { title: "Mine" }));
    const client = await owner.newClient();
    expect(await titles(stranger)).toEqual([]);
    for (const answer of [
      change(stranger, id, { title: "x" }),
      complete(stranger, id),
      stranger.send("DELETE", `/tasks/${id}`),
    ])
      expect((await answer).problem).toBe("404 not_found");
    expect((await add(stranger, { title: "x", about: { type: "client", id: client.id } })).problem).toMatch(/^400/);
    expect((await add(stranger, { title: "x", assigneeAccountId: owner.accountId })).problem).toMatch(/^400/);
  });
});
