import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { FilePost } from "#app/uploads/uploads.ts";
import { createFilePost, type PostLimits } from "#server/uploads/file-post.ts";
import { openFilesIn } from "#tests/support/descriptors.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { listenLocally } from "#tests/support/listening.ts";
import { presign, receiverOf, startStore, storedText } from "#tests/support/storing.ts";
import { createTestStore } from "#tests/support/test-store.ts";

// A file on its way from the spool to a store: ours in this process, or any other at the address that it names.

const folder = mkdtempSync(join(tmpdir(), "latchkey-post-"));
const path = join(folder, "file");
const content = "A report, ".repeat(40_000);
const size = content.length;

beforeAll(() => writeFileSync(path, content));
afterAll(() => rmSync(folder, { recursive: true }));

const overNetwork = (limits?: PostLimits) => createFilePost({ embedded: null, ...(limits && { limits }) });

function postTo(uri: string, changes: Partial<FilePost> = {}): FilePost {
  return { uri, fields: { key: "k/1" }, path, size, mime: "text/plain", ...changes };
}

test("a file is posted to a store elsewhere", async () => {
  const store = await startStore();
  const { url, fields } = await presign(store, { Key: "k/1", Conditions: [["content-length-range", size, size]] });
  await overNetwork()(postTo(url, { fields }));
  expect(await storedText(store.store, "k/1")).toBe(content);
});

test("a file is posted to the store in this process without the network", async () => {
  const { store, remove } = createTestStore();
  onTestFinished(remove);
  const origin = "http://embedded.invalid";
  const ticket = await store.presignPost({ key: "k/2", size, mime: "text/plain" }, origin);
  const post = createFilePost({ embedded: { origin, fetch: receiverOf(store).fetch } });
  await post(postTo(ticket.uploadUri, { fields: ticket.fields }));
  expect(await storedText(store, "k/2")).toBe(content);
});

test("a post of another size than it was signed for is refused, and nothing is stored", async () => {
  const store = await startStore();
  const { url, fields } = await presign(store, { Key: "k/1", Conditions: [["content-length-range", 1, 10]] });
  await expect(overNetwork()(postTo(url, { fields }))).rejects.toMatchObject({ kind: "refused", status: 400 });
  expect(store.files()).toEqual([]);
});

test.each([
  [403, "refused"],
  [413, "refused"],
  [500, "unavailable"],
  [503, "unavailable"],
  [301, "refused"],
] as const)("%i of a store is told as %s", async (status, kind) => {
  const { origin, received } = await startHttpService((_request, response) => {
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("<Error><Code>No</Code></Error>");
  });
  await expect(overNetwork()(postTo(origin))).rejects.toMatchObject({ kind, status });
  expect(received).toHaveLength(1);
});

test("an early refusal by the store is understood", async () => {
  const refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(refusal));
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  const failed = overNetwork()(postTo(`http://127.0.0.1:${port}/`));
  await expect(failed).rejects.toMatchObject({ name: "PostFailed" });
});

test("an unreachable store and an address that is no store fail", async () => {
  await expect(overNetwork()(postTo("http://127.0.0.1:1/"))).rejects.toMatchObject({
    kind: "unavailable",
    status: null,
  });
  for (const uri of ["file:///etc/passwd", "http://a:b@127.0.0.1/", "nowhere", "s3://bucket/key"])
    await expect(overNetwork()(postTo(uri))).rejects.toMatchObject({ kind: "refused", status: null });
});

test("a silent or stalled store is given up; a slow one is not", async () => {
  const limits = { stallMs: 400, answerMs: 400 };
  const silent = await startHttpService(() => {});
  await expect(overNetwork(limits)(postTo(silent.origin))).rejects.toMatchObject({ kind: "unavailable", status: null });

  const big = join(folder, "big");
  writeFileSync(big, Buffer.alloc(40 * 1024 * 1024));
  const wholeOfBig = { path: big, size: 40 * 1024 * 1024 };
  const deaf = createServer((socket) => void socket.on("error", () => {}).pause());
  const port = await listenLocally(deaf);
  onTestFinished(() => void deaf.close());
  const stuck = overNetwork(limits)(postTo(`http://127.0.0.1:${port}/`, wholeOfBig));
  await expect(stuck).rejects.toMatchObject({ kind: "unavailable" });

  const started = performance.now();
  const slow = createFilePost({
    limits,
    embedded: {
      origin: "http://slow.invalid",
      async fetch(request) {
        for await (const _ of request.body ?? []) if (performance.now() - started < 900) await pause(20);
        return new Response(null, { status: 204 });
      },
    },
  });
  await slow(postTo("http://slow.invalid/", wholeOfBig));
  expect(performance.now() - started).toBeGreaterThan(900);
});

test("a store in this process that stops reading a file, or never ends, leaves no descriptor", async () => {
  const big = join(folder, "unread");
  writeFileSync(big, Buffer.alloc(4 * 1024 * 1024));
  for (const answer of [async () => new Response(null, { status: 403 }), () => new Promise<Response>(() => {})]) {
    const post = createFilePost({
      limits: { stallMs: 300, answerMs: 300 },
      embedded: {
        origin: "http://unread.invalid",
        async fetch({ body }) {
          const reader = body?.getReader();
          for (let pieces = 0; pieces < 3; pieces += 1) await reader?.read();
          expect(openFilesIn(folder)).toEqual([big]);
          return answer();
        },
      },
    });
    await expect(post(postTo("http://unread.invalid/", { path: big, size: 4 * 1024 * 1024 }))).rejects.toThrow();
    await expect.poll(() => openFilesIn(folder), { timeout: 15_000 }).toEqual([]);
  }
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a missing or truncated file is not posted", async () => {
  const store = await startStore();
  const { url, fields } = await presign(store, { Key: "k/1" });
  await expect(overNetwork()(postTo(url, { fields, path: join(folder, "none") }))).rejects.toThrow();
  await expect(overNetwork()(postTo(url, { fields, size: size + 1 }))).rejects.toThrow();
  // The store removes what it has begun once it notices.
  await expect.poll(() => store.files()).toEqual([]);
});
