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
