/** What nothing speaks of any more is removed from the store, a day after its post has ended. */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { sweepObjects, sweepUnusedFiles } from "#server/upstream/files/sweep.ts";
import { addDocument, announce, postBytes, ticketOf, uploadFile } from "#tests/support/uploads.ts";
import type { UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const sweep = (service: UpstreamService, now: Date) => sweepObjects(service.database.orm, service.objects, now);
const isStored = async (service: UpstreamService, key: unknown) => (await service.objects.size(String(key))) !== null;

test("an upload that came to nothing is removed a day after its post has ended, a file is not", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const file = await uploadFile(service, owner);
  const ticket = ticketOf(await announce(owner));
  await postBytes(service, ticket, {});
  const { key } = ticket.upload_fields;
  await sweep(service, hours(24.9));
  expect(await isStored(service, key)).toBe(true);
  await sweep(service, hours(25.1));
  expect(await isStored(service, key)).toBe(false);
  expect(await isStored(service, file.attributes.storage_key)).toBe(true);
  expect(await sweep(service, hours(25.1))).toBe(0);
});

test("a store that is away leaves the work for the next time", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const ticket = ticketOf(await announce(owner));
  await postBytes(service, ticket, {});
  const away = { ...service.objects, remove: () => Promise.reject(new Error("away")) };
  await expect(sweepObjects(service.database.orm, away, hours(30))).rejects.toThrow("away");
  expect(await isStored(service, ticket.upload_fields.key)).toBe(true);
  expect(await sweep(service, hours(30))).toBe(1);
  expect(await isStored(service, ticket.upload_fields.key)).toBe(false);
});

test("an unused file is removed after a week, with its bytes and from the storage count", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const unused = await uploadFile(service, owner, { content: "12345" });
  const used = (await addDocument(service, owner, {}, { content: "123" })).record;
  await sweepUnusedFiles(service.database.orm, hours(7 * 24 - 1));
  expect((await owner.get(`/files/${unused.id}`)).status).toBe(200);
  await sweepUnusedFiles(service.database.orm, hours(7 * 24 + 1));
  expect((await owner.get(`/files/${unused.id}`)).status).toBe(404);
  expect((await owner.get(`/files/${used.attributes.file_id}`)).status).toBe(200);
  expect((await owner.get("/storage_allowance")).record.attributes.used).toBe(3);
  await sweep(service, hours(7 * 24 + 1));
  expect(await isStored(service, unused.attributes.storage_key)).toBe(false);
});

test("when a workspace is deleted, its bytes are removed", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const { record } = await addDocument(service, owner);
  const file = (await owner.get(`/files/${record.attributes.file_id}`)).record;
  await service.database.orm.execute(sql`delete from upstream.workspaces where id = ${owner.workspaceId}`);
  const { rows } = await service.database.orm.execute(sql`
    select (select count(*)::int from upstream.files where workspace_id = ${owner.workspaceId}) as files,
      (select count(*)::int from upstream.documents where workspace_id = ${owner.workspaceId}) as documents`);
  expect(rows).toEqual([{ files: 0, documents: 0 }]);
  await sweep(service, hours(26));
  expect(await isStored(service, file.attributes.storage_key)).toBe(false);
});
