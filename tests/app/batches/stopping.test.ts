import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** A batch of two clients of which one is done, as it is while its job runs; gives its path. */
async function beginBatch(app: Application, owner: Visitor, ids: readonly string[]): Promise<string> {
  await owner.open(`/batches/new?of=clients&${ids.map((id) => `id=${id}`).join("&")}&id=${crypto.randomUUID()}`);
  const { url } = await owner.submit({ action: "add_tag", tag: "Fair" }, { button: "Apply" });
  const [, id = ""] = /\/batches\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  await app.database.orm.execute(sql`
    update upstream.batches set state = 'running', completed_at = null where id = ${id}`);
  await app.database.orm.execute(sql`
    update upstream.batch_records set state = 'waiting', before = null, version_after = null where batch_id = ${id} and place = 2`);
  return url.pathname;
}

test("a job is stopped on its page: what is done stays done, and is undone", async ({ app, agency, owner }) => {
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  const path = await beginBatch(app, owner, [ada.id, ben.id]);
  expect((await owner.open(path)).text).toContain("1 of 2. You can leave this page");
  const asked = await owner.follow("Stop");
  expect(asked.text).toContain("Stop this change?");
  expect(asked.text).toContain("1 of 2 clients are done.");
  const stopped = await owner.submit({}, { button: "Stop" });
  expect([stopped.url.pathname, stopped.text]).toEqual([path, expect.stringContaining("Stopped.")]);
  expect(stopped.text).toContain("Tag “Fair” added to 1 client.");
  expect(stopped.text).toContain("1 client not reached, because you stopped it.");
  expect((await owner.open(`${path}/stopping`)).url.pathname).toBe(path);
  const undone = await owner.submit({}, { button: "Undo" });
  expect(undone.text).toContain("Undone for 1 client.");
});

test("stopping what is done by then changes nothing, and nobody stops another's", async ({ app, agency, owner }) => {
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  const path = await beginBatch(app, owner, [ada.id, ben.id]);
  const { visitor: admin } = await agency.join("admin");
  expect((await admin.open(`${path}/stopping`)).status).toBe(404);
  await owner.open(`${path}/stopping`);
  await app.database.orm.execute(sql`update upstream.batches set state = 'done', completed_at = now()`);
  const late = await owner.submit({}, { button: "Stop" });
  expect([late.url.pathname, late.text]).toEqual([path, expect.stringContaining("It was done already.")]);
});
