import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { makeExport, sweepExports } from "#server/upstream/exports/making.ts";
import { type ObjectStore, StorageUnavailable } from "#server/upstream/storage/object-store.ts";
import { addDocument, newPicture, readBytes } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { readZip } from "#tests/support/zip.ts";
import { exported, finished } from "./exporting.ts";

const test = newWorkspaceTest();

/** What a job works with, with another store or clock. */
const partsOf = (service: UpstreamService, given: { store?: ObjectStore; clock?: () => Date } = {}) => ({
  database: service.database.orm,
  store: service.objects,
  clock: () => new Date(),
  log: service.log,
  ...given,
});

/** An export that is queued, without a job. */
async function queued({ database }: UpstreamService, { workspaceId, accountId }: TestPerson): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `INSERT INTO upstream.workspace_exports (id, workspace_id, requested_by, expires_at)
     VALUES ($1, $2, $3, now() + interval '7 days')`,
    [id, workspaceId, accountId],
  );
  return id;
}

async function piecesOf({ database, objects }: UpstreamService, exportId: string) {
  const { rows } = await database.pool.query<{ key: string }>(
    "SELECT storage_key AS key FROM upstream.objects WHERE account_id = $1",
    [exportId],
  );
  return Promise.all(rows.map(async ({ key }) => [key, await objects.size(key)] as const));
}

const never = new AbortController().signal;
const contentOf = (id: string) => `/workspace_exports/${id}/content`;

test("a file that is gone from the store is named in README.txt, and the rest is there", async ({ service, owner }) => {
  await addDocument(service, owner, {}, { name: "kept.txt", content: "Here." });
  await addDocument(service, owner, {}, { name: "lost.txt", content: "Gone." });
  const { rows } = await service.database.pool.query<{ key: string }>(
    "SELECT storage_key AS key FROM upstream.files WHERE workspace_id = $1 AND name = 'lost.txt'",
    [owner.workspaceId],
  );
  await service.objects.remove(rows[0]?.key ?? "");
  const { record, files } = await exported(service, owner);
  expect(record.attributes).toMatchObject({ state: "ready", files_done: 2, files_total: 2, files_missing: 1 });
  expect(files["files/Workspace/kept.txt"]).toBe("Here.");
  expect(files["README.txt"]).toContain(
    "could not be read when the archive was made (1):\r\n\r\nfiles/Workspace/lost.txt",
  );
});

test("an attempt that was killed leaves nothing to download; the next one makes it anew", async ({
  service,
  owner,
}) => {
  await addDocument(service, owner, {}, { name: "one.txt", content: "One." });
  const id = await queued(service, owner);
  const ending = new AbortController();
  const store: ObjectStore = {
    ...service.objects,
    async put(...given) {
      await service.objects.put(...given);
      ending.abort();
      ending.signal.throwIfAborted();
    },
  };
  await expect(makeExport(partsOf(service, { store }), id, ending.signal)).rejects.toThrow("aborted");
  const left = await piecesOf(service, id);
  expect(left).toHaveLength(1);
  expect((await owner.get(contentOf(id))).status).toBe(404);
  expect((await owner.get("/workspace_exports")).records[0]?.attributes.state).toBe("queued");
  await makeExport(partsOf(service), id, never);
  const made = await piecesOf(service, id);
  expect(made).toHaveLength(1);
  expect(made[0]?.[0]).not.toBe(left[0]?.[0]);
  const { bytes } = await readBytes(service, owner, contentOf(id));
  expect(await readZip(new Uint8Array(bytes).buffer)).toHaveProperty("files/Workspace/one.txt", "One.");
});

test("of two servers that make the same archive, the later one has it", async ({ service, owner }) => {
  const id = await queued(service, owner);
  const store: ObjectStore = {
    ...service.objects,
    async put(...given) {
      await makeExport(partsOf(service), id, never);
      await service.objects.put(...given);
    },
  };
  await makeExport(partsOf(service, { store }), id, never);
  const { bytes } = await readBytes(service, owner, contentOf(id));
  expect(await readZip(new Uint8Array(bytes).buffer)).toHaveProperty("README.txt");
  expect((await owner.get("/notifications")).records).toHaveLength(1);
});

test("without an answer of the store it is tried again; a full disk and a broken record fail it and are said", async ({
  service,
  owner,
}) => {
  const failing = (error: Error): ObjectStore => ({ ...service.objects, put: () => Promise.reject(error) });
  const id = await queued(service, owner);
  const silent = partsOf(service, { store: failing(new StorageUnavailable()) });
  await expect(makeExport(silent, id, never)).rejects.toThrow(StorageUnavailable);
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  await makeExport(partsOf(service, { store: failing(full) }), id, never);
  expect((await finished(owner)).attributes).toMatchObject({
    state: "failed",
    failure: "There wasn't enough disk space for the archive.",
  });
  expect(await piecesOf(service, id)).toEqual([]);
  const second = await queued(service, owner);
  await makeExport(partsOf(service, { store: failing(new Error("odd")) }), second, never);
  expect((await finished(owner)).attributes).toMatchObject({
    state: "failed",
    failure: "The archive couldn't be made.",
  });
  expect((await owner.get("/notifications")).records.map(({ attributes }) => attributes.kind)).toEqual([
    "export_failed",
    "export_failed",
  ]);
});

test("after 7 days an archive and its bytes are gone; one that nobody makes fails after hours", async ({
  service,
  owner,
}) => {
  await newPicture(service, owner);
  const { record } = await exported(service, owner);
  const pieces = await piecesOf(service, record.id);
  expect(pieces.every(([, size]) => size !== null && size > 0)).toBe(true);
  const after = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  await sweepExports(partsOf(service, { clock: after(6.9) }));
  expect((await readBytes(service, owner, contentOf(record.id))).status).toBe(200);
  await sweepExports(partsOf(service, { clock: after(7.1) }));
  expect((await owner.get("/workspace_exports")).records).toEqual([]);
  expect((await owner.get(contentOf(record.id))).status).toBe(404);
  expect(await piecesOf(service, record.id)).toEqual([]);
  for (const [key] of pieces) expect(await service.objects.size(key)).toBeNull();
  await queued(service, owner);
  await sweepExports(partsOf(service, { clock: after(0.1) }));
  expect((await owner.get("/workspace_exports")).records[0]?.attributes.state).toBe("queued");
  await sweepExports(partsOf(service, { clock: after(0.2) }));
  expect((await owner.get("/workspace_exports")).records[0]?.attributes.state).toBe("failed");
});
