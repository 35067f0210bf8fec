/** The bytes of files: whole, in parts, to whom, and as what. */

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readBytes, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest()
  .extend(
    "id",
    { scope: "file" },
    async ({ service, owner }) =>
      (await uploadFile(service, owner, { name: "Dächer & Co.txt", content: "0123456789" })).id,
  )
  .extend("path", { scope: "file" }, ({ id }) => `/files/${id}/content`);

const read = (
  service: UpstreamService,
  owner: TestPerson,
  path: string,
  headers: Record<string, string> = {},
  query = "",
  method = "GET",
) => readBytes(service, owner, path + query, headers, method);

test("a file is sent whole, with headers that keep it from running in a browser", async ({
  service,
  owner,
  id,
  path,
}) => {
  const { status, headers, text } = await read(service, owner, path);
  expect([status, text]).toEqual([200, "0123456789"]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-length": "10",
    "content-disposition": "inline; filename=\"D_cher & Co.txt\"; filename*=UTF-8''D%C3%A4cher%20%26%20Co.txt",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    etag: `"${id}"`,
  });
});

test.for<[string, number, string, string]>([
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=8-", 206, "89", "bytes 8-9/10"],
  ["bytes=-1", 206, "9", "bytes 9-9/10"],
  ["bytes=5-500", 206, "56789", "bytes 5-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=0-1,4-5", 200, "0123456789", ""],
  ["nonsense", 200, "0123456789", ""],
])("%s is answered with %i %j", async ([range, status, text, part], { service, owner, path }) => {
  const answer = await read(service, owner, path, { range });
  expect([answer.status, answer.text, answer.headers.get("content-range") ?? ""]).toEqual([status, text, part]);
  if (status < 400) expect(answer.headers.get("content-length")).toBe(String(text.length));
});

test("a range is good for the bytes one knows, and for no others", async ({ service, owner, id, path }) => {
  const range = "bytes=0-3";
  expect((await read(service, owner, path, { range, "if-range": `"${id}"` })).status).toBe(206);
  expect((await read(service, owner, path, { range, "if-range": '"another"' })).status).toBe(200);
  expect((await read(service, owner, path, { range, "if-range": `W/"${id}"` })).status).toBe(200);
  expect((await read(service, owner, path, { range, "if-range": new Date().toUTCString() })).status).toBe(200);
});

test("what one has already is not sent again", async ({ service, owner, id, path }) => {
  for (const tag of [`"${id}"`, `W/"${id}"`, `"x", "${id}"`, "*"]) {
    const { status, text, headers } = await read(service, owner, path, { "if-none-match": tag });
    expect([status, text, headers.get("etag")]).toEqual([304, "", `"${id}"`]);
  }
  expect((await read(service, owner, path, { "if-none-match": '"x"' })).status).toBe(200);
});

test("HEAD says everything but the bytes, and knows no ranges", async ({ service, owner, path }) => {
  const { status, text, headers } = await read(service, owner, path, { range: "bytes=0-1" }, "", "HEAD");
  expect([status, text, headers.get("content-length")]).toEqual([200, "", "10"]);
});

test("a shown file can also be downloaded, and other parameters are refused", async ({ service, owner, path }) => {
  expect((await read(service, owner, path, {}, "?download=true")).headers.get("content-disposition")).toMatch(
    /^attachment; /,
  );
  expect((await read(service, owner, path, {}, "?download=false")).headers.get("content-disposition")).toMatch(
    /^inline; /,
  );
  expect((await read(service, owner, path, {}, "?download=yes")).status).toBe(400);
  expect((await read(service, owner, path, {}, "?inline=true")).status).toBe(400);
});

test.for<[string, string, string]>([
  ["page.png", "<script>alert(1)</script>", "image/png"],
  ["page.html", "<!doctype html><p>hi", "text/html"],
  ["drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/svg+xml"],
  ["photo.jpg", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "image/jpeg"],
])("%s is never shown, and never called what could run", async ([name, content, mime], { service, owner }) => {
  const file = await uploadFile(service, owner, { name, content, mime });
  const { headers, text } = await readBytes(service, owner, `/files/${file.id}/content`);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-disposition")).toMatch(/^attachment; /);
  expect(text).toBe(content);
});

test("a file is there for its workspace alone, and for those who are signed in", async ({ service, owner, path }) => {
  const stranger = (await service.newWorkspace()).owner;
  expect((await readBytes(service, stranger, path)).status).toBe(404);
  const nobody = { ...owner, token: "x".repeat(43) };
  expect((await readBytes(service, nobody, path)).status).toBe(401);
  expect((await readBytes(service, owner, `/files/${randomUUID()}/content`)).status).toBe(404);
  expect((await readBytes(service, owner, "/files/1/content")).status).toBe(404);
});

test("bytes that are lost are a 404", async ({ service, owner }) => {
  const file = await uploadFile(service, owner);
  await service.objects.remove(String(file.attributes.storage_key));
  expect((await readBytes(service, owner, `/files/${file.id}/content`)).status).toBe(404);
});

test("a reader who disconnects is no error", async ({ service, owner }) => {
  const content = new Uint8Array(3_000_000).fill(97);
  const file = await uploadFile(service, owner, { content });
  const headers = { authorization: `Bearer ${owner.token}`, "x-workspace-id": owner.workspaceId };
  const request = new Request(`http://upstream.test/api/files/${file.id}/content`, { headers });
  const response = await service.upstream.fetch(request);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeLessThanOrEqual(65_536);
  await reader?.cancel();
  expect((await readBytes(service, owner, `/files/${file.id}/content`)).bytes.length).toBe(content.length);
});
