/** The S3 store against a service that speaks as much of S3 as it needs, and against ones that fail. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { ObjectMissing, StorageUnavailable } from "#server/upstream/storage/object-store.ts";
import { createS3Store, type S3Settings } from "#server/upstream/storage/s3-store.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { sendPost, signer, startStore, storedText } from "#tests/support/storing.ts";

const settings: S3Settings = { endpoint: undefined, bucket: "latchkey", pathStyle: true, ...signer };

/** One object, "greeting": "0123456789". */
function answerAsS3(method: string, url: string, range: string | undefined, response: ServerResponse): void {
  const { pathname } = new URL(url, "http://s3.test");
  if (method === "PUT" || method === "DELETE") return void response.writeHead(method === "PUT" ? 200 : 204).end();
  if (pathname !== "/latchkey/greeting") {
    const body = "<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>";
    return void response.writeHead(404, { "content-type": "application/xml" }).end(method === "HEAD" ? "" : body);
  }
  const [, first = "0", last = "9"] = /bytes=(\d+)-(\d+)/.exec(range ?? "") ?? [];
  const bytes = "0123456789".slice(Number(first), Number(last) + 1);
  response.writeHead(range ? 206 : 200, { "content-length": String(bytes.length) });
  response.end(method === "HEAD" ? "" : bytes);
}

async function startS3() {
  const service = await startHttpService(({ method, url, headers }, response) =>
    answerAsS3(method, url, headerOf(headers, "range"), response),
  );
  return { service, store: createS3Store({ ...settings, endpoint: service.origin }) };
}

function headerOf(headers: IncomingMessage["headers"], name: string): string | undefined {
  return [headers[name]].flat()[0];
}

test("its posts are what any store takes that verifies signatures", async () => {
  const embedded = await startStore();
  const store = createS3Store({ ...settings, endpoint: `${embedded.origin}/api/storage` });
  const ticket = await store.presignPost({ key: "w/1", size: 5, mime: "image/png" }, "http://ignored.test");
  const post = { url: ticket.uploadUri, fields: ticket.fields };
  expect((await sendPost(post, "six!!!")).code).toBe("EntityTooLarge");
  expect((await sendPost({ ...post, fields: { ...post.fields, "Content-Type": "text/html" } }, "five!")).status).toBe(
    403,
  );
  expect((await sendPost(post, "five!")).status).toBe(204);
  expect(await storedText(embedded.store, "w/1")).toBe("five!");
  expect(ticket.storageUri).toBe(store.storageUri("w/1"));
  expect(ticket.expiresAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);
});

test("it gives an object's size, reads it whole or in part, and recognizes missing ones", async () => {
  const { store } = await startS3();
  expect([await store.size("greeting"), await store.size("none")]).toEqual([10, null]);
  expect(await new Response(await store.read("greeting")).text()).toBe("0123456789");
  expect(await new Response(await store.read("greeting", { first: 3, last: 5 })).text()).toBe("345");
  await expect(store.read("none")).rejects.toBeInstanceOf(ObjectMissing);
});

test("it puts and removes, signed, and says the bucket in the path", async () => {
  const { service, store } = await startS3();
  await store.put("new", "text/plain", new TextEncoder().encode("hello"));
  await store.remove("greeting");
  await store.sweep(new Date());
  expect(service.received.map(({ method, url }) => `${method} ${url.split("?")[0]}`)).toEqual([
    "PUT /latchkey/new",
    "DELETE /latchkey/greeting",
  ]);
  expect(service.received[0]?.body).toBe("hello");
  for (const { headers } of service.received) {
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=latchkey\/\d{8}\/local\/s3\/aws4_request/);
    expect(JSON.stringify(headers)).not.toContain(signer.secretAccessKey);
  }
});

test.each([
  ["403", (response: ServerResponse) => response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>")],
  ["500", (response: ServerResponse) => response.writeHead(500).end("oops")],
  ["HTML with 503", (response: ServerResponse) => response.writeHead(503).end("<html>busy</html>")],
  ["nothing, and hangs up", (response: ServerResponse) => response.destroy()],
])("a store that answers %s is unavailable, whatever is asked", async (_, fail) => {
  const service = await startHttpService((_, response) => void fail(response));
  const store = createS3Store({ ...settings, endpoint: service.origin });
  await expect(store.size("k")).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(store.read("k")).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(store.put("k", "text/plain", new Uint8Array(1))).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(store.remove("k")).rejects.toBeInstanceOf(StorageUnavailable);
});

test("a store that is not there is unavailable", async () => {
  const store = createS3Store({ ...settings, endpoint: "http://127.0.0.1:1" });
  await expect(store.size("k")).rejects.toBeInstanceOf(StorageUnavailable);
});

test("a store that never answers is given up", async () => {
  const service = await startHttpService(() => {});
  const store = createS3Store({ ...settings, endpoint: service.origin }, 200);
  await expect(store.size("k")).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(store.remove("k")).rejects.toBeInstanceOf(StorageUnavailable);
});
