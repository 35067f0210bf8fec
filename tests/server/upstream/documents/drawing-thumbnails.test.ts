import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, vi } from "vitest";
import { createThumbnails, type Thumbnails } from "#server/upstream/documents/thumbnails.ts";
import { type ObjectStore, StorageUnavailable } from "#server/upstream/storage/object-store.ts";
import { rawPdf } from "#tests/support/pdf.ts";
import { addDocument, readBytes, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

// When thumbnails are drawn, how often, and what is answered until they are.

const test = sharedWorkspaceTest();

/** Milliseconds within which every request for a picture is answered, however long drawing takes. */
const patience = 1_000;

const photo = new Uint8Array(
  await sharp({ create: { width: 90, height: 60, channels: 3, background: "green" } })
    .jpeg()
    .toBuffer(),
);

async function uploadPhotos(service: UpstreamService, owner: TestPerson, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `${index}.jpg`);
  return Promise.all(names.map(async (name) => (await uploadFile(service, owner, { name, content: photo })).id));
}

/** A store whose objects are read by the test; counts the readings. */
function storeThat(service: UpstreamService, read: (key: string) => ReturnType<ObjectStore["read"]>) {
  const keys: string[] = [];
  const store: ObjectStore = {
    ...service.objects,
    read(key) {
      keys.push(key);
      return read(key);
    },
  };
  return { store, keys };
}

/** A store that reads nothing before `open` is called. */
function closedStore(service: UpstreamService) {
  const opened = Promise.withResolvers<void>();
  const { store, keys } = storeThat(service, async (key) => {
    await opened.promise;
    return service.objects.read(key);
  });
  return { store, keys, open: () => opened.resolve() };
}

function thumbnailsOf(service: UpstreamService, objects: ObjectStore, settings: { pageMilliseconds?: number } = {}) {
  const warn = vi.fn();
  return { ...createThumbnails({ database: service.database.orm, objects, log: { warn }, ...settings }), warn };
}

const waiting = { timeout: 20_000 };

const drawn = (thumbnails: Thumbnails, id: string, workspaceId: string) =>
  vi.waitFor(async () => {
    const found = await thumbnails.find(id, workspaceId);
    expect(found).not.toBe("pending");
    return found;
  }, waiting);

/** As if so much time had gone by. */
const forward = ({ database }: UpstreamService, id: string) =>
  database.orm.execute(
    sql`update upstream.thumbnails set retry_at = now() where file_id = ${id} and retry_at is not null`,
  );

test("asked for fifty times, a picture is answered at once and drawn once", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const { store, keys, open } = closedStore(service);
  const thumbnails = thumbnailsOf(service, store);
  const start = performance.now();
  const asked = Array.from({ length: 50 }, () => thumbnails.find(id, owner.workspaceId));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["pending"]));
  expect(performance.now() - start).toBeLessThan(patience);
  open();
  expect(await drawn(thumbnails, id, owner.workspaceId)).toBeInstanceOf(Buffer);
  expect(keys).toHaveLength(1);
});

test("a small picture is there at once when nothing else is drawn", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const thumbnails = thumbnailsOf(service, service.objects);
  await drawn(thumbnails, id, owner.workspaceId);
  expect(await thumbnails.find(id, owner.workspaceId)).toBeInstanceOf(Buffer);
});

test("workspaces take turns, and what waits is not read before its turn", async ({ service, owner }) => {
  const other = (await service.newWorkspace()).owner;
  const many = await uploadPhotos(service, owner, 5);
  const [one = ""] = await uploadPhotos(service, other, 1);
  const { store, keys, open } = closedStore(service);
  const thumbnails = thumbnailsOf(service, store);
  for (const id of many) await thumbnails.find(id, owner.workspaceId);
  await thumbnails.find(one, other.workspaceId);
  expect(keys).toHaveLength(1);
  open();
  for (const id of many) expect(await drawn(thumbnails, id, owner.workspaceId)).toBeInstanceOf(Buffer);
  const rows = await service.database.orm.execute<{ storage_key: string }>(
    sql`select storage_key from upstream.files where id = ${one}`,
  );
  expect(keys).toHaveLength(6);
  expect(keys.indexOf(rows.rows[0]?.storage_key ?? "")).toBeLessThanOrEqual(2);
});

test("another process neither draws it again nor says that there is none", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const first = closedStore(service);
  const second = closedStore(service);
  const [here, there] = [thumbnailsOf(service, first.store), thumbnailsOf(service, second.store)];
  expect(await here.find(id, owner.workspaceId)).toBe("pending");
  expect(await there.find(id, owner.workspaceId)).toBe("pending");
  expect(await there.find(id, owner.workspaceId)).toBe("pending");
  first.open();
  expect(await drawn(there, id, owner.workspaceId)).toBeInstanceOf(Buffer);
  expect(second.keys).toEqual([]);
});

test("a failed drawing is not tried at each view, and three times at most", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const { store, keys } = storeThat(service, () => Promise.reject(new Error("a mistake of ours")));
  const thumbnails = thumbnailsOf(service, store);
  const view = () => thumbnails.find(id, owner.workspaceId);
  for (const tries of [1, 2, 3]) {
    expect(await view()).toBe("pending");
    await vi.waitFor(() => expect(thumbnails.warn).toHaveBeenCalledTimes(tries), waiting);
    expect(await view()).toBe(tries < 3 ? "pending" : null);
    expect(keys).toHaveLength(tries);
    await forward(service, id);
  }
  expect(await view()).toBeNull();
  expect(keys).toHaveLength(3);
  expect(thumbnails.warn).toHaveBeenCalledTimes(3);
});

test("a drawing that ended with its process is tried again later", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const ended = thumbnailsOf(service, closedStore(service).store);
  expect(await ended.find(id, owner.workspaceId)).toBe("pending");
  const thumbnails = thumbnailsOf(service, service.objects);
  expect(await thumbnails.find(id, owner.workspaceId)).toBe("pending");
  await forward(service, id);
  expect(await drawn(thumbnails, id, owner.workspaceId)).toBeInstanceOf(Buffer);
});

test("while the store is out of reach nothing is given up", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  const { store, keys } = storeThat(service, () => Promise.reject(new StorageUnavailable()));
  const away = thumbnailsOf(service, store);
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await away.find(id, owner.workspaceId)).toBe("pending");
    await vi.waitFor(() => expect(away.warn).toHaveBeenCalledTimes(tries), waiting);
    expect(await away.find(id, owner.workspaceId)).toBe("pending");
    expect(keys).toHaveLength(tries);
    await forward(service, id);
  }
  expect(await drawn(thumbnailsOf(service, service.objects), id, owner.workspaceId)).toBeInstanceOf(Buffer);
});

test("a PDF that is without end has none once its time is up", async ({ service, owner }) => {
  const content = rawPdf(Buffer.from("q\n".repeat(2_000_000)));
  const { id } = await uploadFile(service, owner, { name: "x.pdf", content });
  const thumbnails = thumbnailsOf(service, service.objects, { pageMilliseconds: 4_000 });
  expect(await drawn(thumbnails, id, owner.workspaceId)).toBeNull();
});

test("a drawing is kept, and no file is read for it again", async ({ service, owner }) => {
  const [id = ""] = await uploadPhotos(service, owner, 1);
  await drawn(thumbnailsOf(service, service.objects), id, owner.workspaceId);
  const { store, keys } = closedStore(service);
  expect(await thumbnailsOf(service, store).find(id, owner.workspaceId)).toBeInstanceOf(Buffer);
  expect(keys).toEqual([]);
});

test("until it is drawn the service answers 202, which nobody may keep", async ({ service, owner }) => {
  const { id } = (await addDocument(service, owner, { onClash: "keep_both" }, { name: "x.jpg", content: photo }))
    .record;
  const opened = Promise.withResolvers<void>();
  const { read } = service.objects;
  const reading = vi.spyOn(service.objects, "read").mockImplementation(async (key, range) => {
    await opened.promise;
    return read(key, range);
  });
  const view = (headers = {}) => readBytes(service, owner, `/documents/${id}/thumbnail`, headers);
  const { status, headers, text } = await view();
  expect([status, text]).toEqual([202, ""]);
  expect([headers.get("cache-control"), headers.get("etag"), headers.get("retry-after")]).toEqual([
    "no-store",
    null,
    "2",
  ]);
  opened.resolve();
  const later = await vi.waitFor(async () => {
    const answer = await view();
    expect(answer.status).toBe(200);
    return answer;
  }, waiting);
  expect([later.headers.get("content-type"), later.headers.get("etag")]).toEqual(["image/webp", expect.any(String)]);
  reading.mockRestore();
});
