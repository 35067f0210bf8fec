import { expect } from "vitest";
import { runBatch } from "#server/upstream/batches/batch-queue.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, insertClients } from "./batch-calls.ts";

const test = newWorkspaceTest();

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
