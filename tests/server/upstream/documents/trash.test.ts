import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { sweepTrash } from "#server/upstream/documents/trash.ts";
import { sweepObjects } from "#server/upstream/files/sweep.ts";
import type { TestRecord } from "#tests/support/answers.ts";
import { addDocument, newFolder } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const trash = (person: TestPerson, path: string) => person.send("POST", `${path}/trashing`);
const bringBack = (person: TestPerson, path: string) => person.send("DELETE", `${path}/trashing`);
const add = async (service: UpstreamService, person: TestPerson, attributes: object = {}, name = "Plan.txt") =>
  (await addDocument(service, person, attributes, { name })).record;
const folderIn = async (person: TestPerson, parentId: string | null, name: string) =>
  (await newFolder(person, { name, parentId })).record.id;
const attributesOf = async (person: TestPerson, path: string) => (await person.get(path)).record.attributes;
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

test("a document in the trash is out of the lists, says until when, and comes back as it was", async ({
  service,
  owner,
}) => {
  const folderId = await folderIn(owner, null, "Simple");
  const { id } = await add(service, owner, { folderId });
  const trashed = (await trash(owner, `/documents/${id}`)).record;
  const { trashed_at: since, trash_ends_at: until } = trashed.attributes;
  expect(new Date(String(until)).getTime() - new Date(String(since)).getTime()).toBe(30 * 86_400_000);
  expect(trashed.meta.can).toEqual(["trash", "purge"]);
  expect((await owner.get(`/documents?filter[folder_id]=${folderId}`)).records).toEqual([]);
  const inTrash = await owner.get(`/documents?filter[folder_id]=${folderId}&filter[trashed]=true`);
  expect(inTrash.records.map((record) => record.id)).toEqual([id]);
  expect(await attributesOf(owner, `/folders/${folderId}`)).toMatchObject({ documents_count: 0, size: 0 });
  expect((await trash(owner, `/documents/${id}`)).record.meta.etag).toBe(trashed.meta.etag);
  const sent = { type: "document", attributes: { label: "Other" } };
  expect((await owner.send("PATCH", `/documents/${id}`, sent)).problem).toBe("403 forbidden");
  const back = (await bringBack(owner, `/documents/${id}`)).record;
  expect(back.attributes).toMatchObject({ label: "Plan.txt", trashed_at: null, trash_ends_at: null });
  expect((await bringBack(owner, `/documents/${id}`)).record.meta.etag).toBe(back.meta.etag);
});

test("the name of what is in the trash is free; who comes back to a taken name gets a number", async ({
  service,
  owner,
}) => {
  const folderId = await folderIn(owner, null, "Names");
  const { id } = await add(service, owner, { folderId });
  await trash(owner, `/documents/${id}`);
  await add(service, owner, { folderId });
  expect((await bringBack(owner, `/documents/${id}`)).record.attributes.label).toBe("Plan (2).txt");
  const inner = await folderIn(owner, folderId, "Inner");
  await trash(owner, `/folders/${inner}`);
  await folderIn(owner, folderId, "inner");
  expect((await bringBack(owner, `/folders/${inner}`)).record.attributes.name).toBe("Inner (2)");
});

test("a folder takes along what is in it, and brings back that and nothing else", async ({ service, owner }) => {
  const top = await folderIn(owner, null, "Top");
  const inner = await folderIn(owner, top, "Inner");
  const document = await add(service, owner, { folderId: inner });
  const before = await add(service, owner, { folderId: inner }, "Before.txt");
  await trash(owner, `/documents/${before.id}`);
  await trash(owner, `/folders/${top}`);
  expect(await attributesOf(owner, `/documents/${document.id}`)).toMatchObject({ trashed_with: top });
  expect((await owner.get(`/documents/${document.id}`)).record.meta.can).toEqual([]);
  const inTrash = await owner.get("/folders?filter[trashed]=true");
  expect(inTrash.records.map(({ id }) => id)).toContain(top);
  expect(inTrash.records.map(({ id }) => id)).not.toContain(inner);
  expect((await bringBack(owner, `/documents/${document.id}`)).problem).toBe("403 forbidden");
  expect((await bringBack(owner, `/documents/${before.id}`)).problem).toBe("409 folder_trashed");
  expect((await newFolder(owner, { name: "New", parentId: inner })).problem).toBe("403 forbidden");

  await bringBack(owner, `/folders/${top}`);
  expect(await attributesOf(owner, `/documents/${document.id}`)).toMatchObject({
    trashed_at: null,
    trashed_with: null,
  });
  expect(await attributesOf(owner, `/folders/${inner}`)).toMatchObject({ trashed_at: null, documents_count: 1 });
  expect((await attributesOf(owner, `/documents/${before.id}`)).trashed_at).not.toBeNull();
  expect((await bringBack(owner, `/documents/${before.id}`)).status).toBe(200);
});

test("a folder that went before its parent waits for it", async ({ owner }) => {
  const top = await folderIn(owner, null, "Parent");
  const inner = await folderIn(owner, top, "Child");
  await trash(owner, `/folders/${inner}`);
  await trash(owner, `/folders/${top}`);
  expect((await bringBack(owner, `/folders/${inner}`)).problem).toBe("409 folder_trashed");
  await bringBack(owner, `/folders/${top}`);
  expect((await attributesOf(owner, `/folders/${inner}`)).trashed_at).not.toBeNull();
  expect((await bringBack(owner, `/folders/${inner}`)).status).toBe(200);
});

async function keysOf({ attributes }: TestRecord, person: TestPerson): Promise<string> {
  const file = (await person.get(`/files/${attributes.file_id}`)).record;
  return String(file.attributes.storage_key);
}

async function agedBy(service: UpstreamService, workspaceId: string, days: number): Promise<void> {
  for (const table of ["documents", "folders"]) {
    await service.database.orm.execute(sql`
      update upstream.${sql.identifier(table)} set trashed_at = trashed_at - make_interval(days => ${days})
      where workspace_id = ${workspaceId} and trashed_at is not null`);
  }
}

test("after 30 days it is gone for good, with all its versions, their bytes and the room they took", async ({
  service,
}) => {
  const { owner } = await service.newWorkspace();
  const kept = await add(service, owner, {}, "Kept.txt");
  const document = await add(service, owner, {}, "Plan.txt");
  await add(service, owner, { onClash: "replace" }, "Plan.txt");
  const newest = (await owner.get(`/documents/${document.id}`)).record;
  const folderId = await folderIn(owner, null, "Folder");
  const inner = await folderIn(owner, folderId, "Inner");
  const inFolder = await add(service, owner, { folderId: inner }, "In folder.txt");
  const keys = await Promise.all([document, newest, inFolder].map((record) => keysOf(record, owner)));
  await trash(owner, `/documents/${document.id}`);
  await trash(owner, `/folders/${folderId}`);

  await sweepTrash(service.database.orm, days(29.9));
  expect((await owner.get(`/documents/${document.id}`)).status).toBe(200);
  expect(await sweepTrash(service.database.orm, days(30.1))).toBeGreaterThanOrEqual(4);
  for (const path of [
    `/documents/${document.id}`,
    `/documents/${inFolder.id}`,
    `/folders/${folderId}`,
    `/folders/${inner}`,
  ]) {
    expect([path, (await owner.get(path)).status]).toEqual([path, 404]);
  }
  await sweepObjects(service.database.orm, service.objects, days(31));
  expect(await Promise.all(keys.map((key) => service.objects.size(key)))).toEqual([null, null, null]);
  expect(await service.objects.size(await keysOf(kept, owner))).toBe(13);
  expect((await owner.get("/storage_allowance")).record.attributes.used).toBe(13);
});

test("what came back in time is not swept", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const { id } = await add(service, owner, {}, "Plan.txt");
  await trash(owner, `/documents/${id}`);
  await agedBy(service, owner.workspaceId, 29);
  await bringBack(owner, `/documents/${id}`);
  await sweepTrash(service.database.orm, days(60));
  expect((await owner.get(`/documents/${id}`)).status).toBe(200);
});

test("for good before its time goes only what is in the trash", async ({ service, owner }) => {
  const folderId = await folderIn(owner, null, "Purging");
  const document = await add(service, owner, { folderId });
  expect((await owner.send("DELETE", `/documents/${document.id}`)).problem).toBe("403 forbidden");
  expect((await owner.send("DELETE", `/folders/${folderId}`)).problem).toBe("403 forbidden");
  await trash(owner, `/folders/${folderId}`);
  expect((await owner.send("DELETE", `/folders/${folderId}`)).status).toBe(204);
  expect((await owner.get(`/documents/${document.id}`)).status).toBe(404);
  expect((await owner.get(`/files/${document.attributes.file_id}`)).status).toBe(404);
});

test("a package takes its documents and their files along", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const place = (await owner.send("POST", "/packages", { type: "package", attributes: { street: "1 Elm" } })).record;
  const { attributes } = await add(service, owner, { packageId: place.id }, "Plan.txt");
  await service.database.orm.execute(sql`delete from upstream.packages where id = ${place.id}`);
  expect((await owner.get(`/files/${attributes.file_id}`)).status).toBe(404);
  expect((await owner.get("/storage_allowance")).record.attributes.used).toBe(0);
});
