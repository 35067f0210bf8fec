import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { createApiConnection } from "#app/json-api/connection.ts";
import { formatSize } from "#app/uploads/file-size.ts";
import { findAllowance, findFile, storeFile } from "#app/uploads/files.server.ts";
import { typeOfFile } from "#app/uploads/receive-form.server.ts";
import type { SpooledFile } from "#app/uploads/spool.server.ts";
import { PostFailed } from "#app/uploads/uploads.ts";
import { createFilePost } from "#server/uploads/file-post.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

// From the spool to a file of the service, by the three steps of the specification.

const origin = "http://upstream.test";
const silent = { info() {}, warn() {} };
const folder = mkdtempSync(join(tmpdir(), "latchkey-files-"));
test.afterAll(async () => {
  rmSync(folder, { recursive: true });
});

function apiOf(service: UpstreamService, { token, workspaceId }: TestPerson) {
  const fetch = (request: Request) => service.upstream.fetch(request);
  const connection = createApiConnection({ baseUrl: `${origin}/api`, fetch, log: silent });
  onTestFinished(connection.close);
  return connection.as({ token, workspaceId, requestId: "r1" });
}

function storingFor(service: UpstreamService, person: TestPerson) {
  const fetch = (request: Request) => service.upstream.fetch(request);
  const api = apiOf(service, person);
  return { api: () => api, postFile: createFilePost({ embedded: { origin, fetch } }), key: crypto.randomUUID() };
}

function spooled(name: string, content: string | Buffer): SpooledFile {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return { name, mime: "text/plain", path, size: Buffer.byteLength(content), digest: "" };
}

test("a spooled file is stored and read back", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const storing = storingFor(service, owner);
  const file = await storeFile(storing, spooled("Notes on the roof.txt", "Three shingles."), "text/plain");
  expect(file).toMatchObject({ name: "Notes on the roof.txt", mime: "text/plain", size: 15 });
  const api = storing.api();
  expect(await findFile(api, file.id)).toMatchObject({ name: "Notes on the roof.txt" });
  const { body, header } = await api.download(`/files/${file.id}/content`, {
    failure: "no",
    headers: { range: "bytes=6-" },
  });
  expect(header("content-range")).toBe("bytes 6-14/15");
  expect(await new Response(body).text()).toBe("shingles.");
});

test("storing again with the same key gives the same file, with another key another one", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const storing = storingFor(service, owner);
  const store = (key: string, name: string) =>
    storeFile({ ...storing, key }, spooled(name, "Three shingles."), "text/plain");
  const { id } = await store("one", "roof.txt");
  expect((await store("one", "roof.txt")).id).toBe(id);
  const others = await Promise.all([store("two", "roof.txt"), store("one", "wall.txt")]);
  expect(new Set([id, ...others.map((file) => file.id)]).size).toBe(3);
});

test("a file beyond the plan's limits is refused before it is sent", async ({ service }) => {
  const { owner } = await service.newWorkspace("free");
  const storing = storingFor(service, owner);
  expect(await findAllowance(storing.api())).toEqual({ file: 25 * 1024 ** 2, free: 1024 ** 3 });
  const large = { ...spooled("large.txt", "x"), size: 25 * 1024 ** 2 + 1 };
  await expect(storeFile(storing, large, "text/plain")).rejects.toMatchObject({
    kind: "invalid",
    fieldErrors: { size: ["Files can be up to 25 MB on the Free plan."] },
  });
});

test("a file that the store refuses is not created", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const refusing = async () => {
    throw new PostFailed("refused", 403);
  };
  const storing = { ...storingFor(service, owner), postFile: refusing };
  await expect(storeFile(storing, spooled("a.txt", "x"), "text/plain")).rejects.toMatchObject({ kind: "refused" });
  const { rows } = await service.database.orm.execute(
    `select * from upstream.files where account_id = '${owner.accountId}'`,
  );
  expect(rows).toEqual([]);
});

test("a service without a storage allowance gets the default one", async () => {
  const { origin } = await startHttpService((_request, response) => void response.writeHead(404).end());
  const connection = createApiConnection({ baseUrl: origin, log: silent });
  onTestFinished(connection.close);
  expect(await findAllowance(connection.as({ requestId: "r1" }))).toEqual({ file: 100 * 1024 ** 2, free: 1024 ** 3 });
});

test("types are read from the bytes; texts keep the announced type", async () => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const typed = (content: string | Buffer, announced: string) => typeOfFile(spooled("x", content).path, announced);
  expect(await typed(png, "application/pdf")).toBe("image/png");
  expect(await typed("%PDF-1.7 and so on", "text/html")).toBe("application/pdf");
  expect(await typed("a,b,c", "Text/CSV; charset=utf-8")).toBe("text/csv");
  expect(await typed("a,b,c", "nonsense")).toBe("application/octet-stream");
});

test("sizes are formatted with rounded numbers", () => {
  const sizes = [0, 1, 999, 1000, 1536, 10 * 1024, 1024 ** 2, 25 * 1024 ** 2, 999.6 * 1024 ** 2, 3.24 * 1024 ** 3];
  expect(sizes.map(formatSize)).toEqual([
    "0 B",
    "1 B",
    "999 B",
    "1.0 kB",
    "1.5 kB",
    "10 kB",
    "1.0 MB",
    "25 MB",
    "1,000 MB",
    "3.2 GB",
  ]);
});
