import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { runBatch } from "#server/upstream/batches/running.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, ids, insertClients } from "./batch-calls.ts";

const test = newWorkspaceTest();

test("whoever is demoted or removed in the middle of a job changes nothing more", async ({ service, workspace }) => {
  const { orm } = service.database;
  const parts = {
    database: orm,
    jobs: { send: () => Promise.reject(new Error("Nothing follows.")) },
    clock: () => new Date(),
  };
  const owner = workspace.owner;
  const ends = [sql`update upstream.memberships set role = 'instructor'`, sql`delete from upstream.memberships`];
  for (const end of ends) {
    const manager = await workspace.join("manager");
    const [first, second] = [await owner.newClient(), await owner.newClient()];
    const filters = ids([first, second]);
    const { record } = await change(manager, { kind: "client", action: "add_tag", value: "Fair", filters });
    expect(record.attributes.changed).toBe(2);
    // As it is while its job runs: one is done, and one is not.
    await orm.execute(sql`update upstream.clients set tags = '{}' where id = ${second.id}`);
    await orm.execute(sql`update upstream.batches set state = 'running', completed_at = null where id = ${record.id}`);
    await orm.execute(sql`update upstream.batch_records set state = 'waiting', before = null, version_after = null
      where batch_id = ${record.id} and record_id = ${second.id}`);
    await orm.execute(sql`${end} where account_id = ${manager.accountId}`);
    await runBatch(parts, record.id, new AbortController().signal);
    const tags = [first, second].map(async ({ id }) => (await owner.get(`/clients/${id}`)).record.attributes.tags);
    expect(await Promise.all(tags)).toEqual([["Fair"], []]);
  }
});

test("a job that is stopped goes no further, and is not stopped again", async ({ service, owner }) => {
  await insertClients(service, owner, 1_001);
  const made = await change(owner, { kind: "client", action: "add_tag", value: "Fair", filters: "" });
  expect(made.record.meta?.can).toEqual(["stop"]);
  const stopped = await owner.send("POST", `/batches/${made.record.id}/stopping`);
  const { changed, waiting, state } = stopped.record.attributes;
  expect([state, Number(changed) + Number(waiting)]).toEqual(["done", 1_001]);
  const signal = new AbortController().signal;
  const jobs = { send: () => Promise.reject(new Error("Nothing follows.")) };
  const parts = { database: service.database.orm, jobs, clock: () => new Date() };
  await runBatch(parts, made.record.id, signal);
  const { record } = await owner.get(`/batches/${made.record.id}`);
  expect(record.attributes).toMatchObject({ state: "done", changed, waiting });
  expect((await owner.send("POST", `/batches/${made.record.id}/stopping`)).problem).toBe("403 forbidden");
});

test("whoever is to take over and is demoted or removed in the middle of a job gets nothing more", async ({
  service,
  workspace,
}) => {
  const { orm } = service.database;
  const jobs = { send: () => Promise.reject(new Error("Nothing follows.")) };
  const { owner } = workspace;
  const ends = [sql`update upstream.memberships set role = 'instructor'`, sql`delete from upstream.memberships`];
  for (const end of ends) {
    const agent = await workspace.join("member");
    const [first, second] = [await owner.newClient(), await owner.newClient()];
    const given = { kind: "client", action: "assign", value: agent.accountId, filters: ids([first, second]) };
    const { record } = await change(owner, given);
    // As it is while its job runs.
    await orm.execute(
      sql`update upstream.clients set assigned_account_id = ${owner.accountId} where id = ${second.id}`,
    );
    await orm.execute(sql`update upstream.batches set state = 'running', completed_at = null where id = ${record.id}`);
    await orm.execute(sql`update upstream.batch_records set state = 'waiting', before = null, version_after = null
      where batch_id = ${record.id} and record_id = ${second.id}`);
    await orm.execute(sql`${end} where account_id = ${agent.accountId}`);
    const parts = { database: orm, jobs, clock: () => new Date() };
    await runBatch(parts, record.id, new AbortController().signal);
    const left = (await owner.get(`/clients/${second.id}`)).record.attributes.assigned_account_id;
    expect(left).toBe(owner.accountId);
    const { attributes } = (await owner.get(`/batches/${record.id}`)).record;
    expect(attributes).toMatchObject({ state: "done", changed: 1, left: [{ id: second.id, reason: "agent_gone" }] });
  }
});

test("whoever was demoted since is offered no undo of what they may change no longer", async ({
  service,
  workspace,
}) => {
  const { owner } = workspace;
  const manager = await workspace.join("admin");
  const [own, theirs] = [await manager.newClient(), await owner.newClient()];
  const make = async (records: readonly { readonly id: string }[], action: string, value?: string) => {
    const filters = ids(records);
    return (await change(manager, { kind: "client", action, filters, ...(value && { value }) })).record.id;
  };
  const batches = [await make([theirs], "add_tag", "Fair"), await make([own, theirs], "archive")];
  const offered = async () => {
    const found = await Promise.all(batches.map((id) => manager.get(`/batches/${id}`)));
    return found.map(({ record }) => record.meta?.can);
  };
  const become = (role: string) =>
    service.database.orm.execute(
      sql`update upstream.memberships set role = ${role} where account_id = ${manager.accountId}`,
    );
  expect(await offered()).toEqual([["undo"], ["undo"]]);
  await become("member");
  expect(await offered()).toEqual([[], ["undo"]]);
  await become("instructor");
  expect(await offered()).toEqual([[], []]);
  expect((await manager.send("POST", `/batches/${batches[0]}/undoing`)).problem).toBe("403 forbidden");
});
