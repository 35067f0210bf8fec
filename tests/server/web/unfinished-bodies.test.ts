import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { openResumableUploads } from "#app/uploads/resumable.server.ts";
import { readUploadForm } from "#app/uploads/upload-form.server.ts";
import type { WebTypes } from "#server/web/layer.ts";
import { limitTimes } from "#server/web/time-limits.ts";
import { openFilesIn } from "#tests/support/descriptors.ts";
import { listen, openRaw } from "./test-web.ts";

// Bodies that never arrive in full: whatever the answer is, nothing of them is left once it has gone out.

const boundary = "----latchkey";
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;

function openSpool(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Listens with time limits that are many times as strict. The promises are those of each request's reading, which may fail. */
async function listenStrictly(read: (request: Request) => Promise<Response>) {
  const readings: Promise<unknown>[] = [];
  const web = new Hono<WebTypes>();
  web.use(
    limitTimes(
      (path) => path.includes("uploads"),
      { answerMs: 30_000, stallMs: 600 },
      { answerMs: 30_000, stallMs: 600 },
    ),
  );
  web.all("*", ({ req }) => {
    const reading = read(req.raw);
    readings.push(reading.catch((reason: unknown) => reason));
    return reading;
  });
  // What fails after the answer has gone out.
  web.onError(() => new Response(null, { status: 500 }));
  return { port: await listen(web.fetch), readings };
}

function receiveInto(spool: string) {
  return async (request: Request): Promise<Response> => {
    const form = await readUploadForm(request, spool, { file: 1e9, total: 1e9 });
    await form.discard();
    return new Response("read");
  };
}

function post(path: string, headers: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: ${length}\r\n\r\n`;
}

const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`;

function leftIn(spool: string) {
  const forms = join(spool, "forms");
  return { folders: existsSync(forms) ? readdirSync(forms) : [], open: openFilesIn(spool) };
}

const nothing = { folders: [], open: [] };
const patiently = { timeout: 15_000 };

test("a stalled upload is answered 408, and its folder, bytes and descriptor are gone", async () => {
  const spool = openSpool();
  const { port, readings } = await listenStrictly(receiveInto(spool));
  const text = post("/documents/uploads/new", multipart, 10_000_000) + fileHead + "x".repeat(300_000);
  const answers = await Promise.all(Array.from({ length: 30 }, () => openRaw(port, text).closed));
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(answers.map(() => "408"));
  await expect.poll(() => leftIn(spool), patiently).toEqual(nothing);
  await Promise.all(readings);
});

test("an upload whose sender leaves is gone", async () => {
  const spool = openSpool();
  const { port, readings } = await listenStrictly(receiveInto(spool));
  const text = post("/documents/uploads/new", multipart, 10_000_000) + fileHead + "x".repeat(300_000);
  const { socket, closed } = openRaw(port, text);
  await expect.poll(() => openFilesIn(spool), patiently).toHaveLength(1);
  socket.destroy();
  await closed;
  await expect.poll(() => leftIn(spool), patiently).toEqual(nothing);
  await Promise.all(readings);
});

test("an upload that is answered before it has arrived is gone", async () => {
  const spool = openSpool();
  const receive = receiveInto(spool);
  const { port, readings } = await listenStrictly(async (request) => {
    const receiving = receive(request);
    readings.push(receiving.catch((reason: unknown) => reason));
    await expect.poll(() => openFilesIn(spool), patiently).toHaveLength(1);
    return new Response("refused", { status: 403 });
  });
  const text = post("/documents/uploads/new", multipart, 10_000_000) + fileHead + "x".repeat(300_000);
  expect(await openRaw(port, text).closed).toMatch(/^HTTP\/1\.1 403 /);
  await expect.poll(() => leftIn(spool), patiently).toEqual(nothing);
  await Promise.all(readings);
});

test("a stalled part of a resumable upload keeps what has arrived, and no descriptor", async () => {
  const spool = openSpool();
  const uploads = openResumableUploads(spool);
  const owner = { personId: "person", workspaceId: "workspace" };
  const headers = { "tus-resumable": "1.0.0", "upload-length": "1000" };
  const begun = new Request("http://localhost:3000/uploads", { method: "POST", headers });
  const begin = await uploads.begin(begun, owner, { file: 1e9, total: 1e9 });
  const path = begin.headers.get("location") ?? "";
  const { port, readings } = await listenStrictly(async (request) => {
    return (
      (await uploads.resume(request, owner, path.slice("/uploads/".length))) ?? new Response(null, { status: 404 })
    );
  });
  const part = "Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream";
  const text = post(path, part, 1000).replace("POST", "PATCH") + "x".repeat(400);
  expect(await openRaw(port, text).closed).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(() => openFilesIn(spool), patiently).toEqual([]);
  await Promise.all(readings);
  expect(await uploads.list(owner)).toMatchObject([{ size: 1000, arrived: 400 }]);
});

test("whoever reads a stalled form is told that it has ended", async () => {
  const { port, readings } = await listenStrictly(async (request) => new Response(await request.text()));
  const answer = await openRaw(port, `${post("/clients/new", "Content-Type: text/plain", 1000)}the beginning`).closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(await Promise.all(readings)).toEqual([expect.any(Error)]);
});

test("a form of ten thousand parts is refused while its sender is sending, and the process goes on", async () => {
  const spool = openSpool();
  const receive = receiveInto(spool);
  const { port } = await listenStrictly(async (request) => {
    return receive(request).catch(() => new Response("refused", { status: 400 }));
  });
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n`;
  const body = field.repeat(10_000);
  const text = post("/documents/uploads/new", multipart, body.length) + body;
  const { socket, closed } = openRaw(port, text);
  socket.end();
  expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  await expect.poll(() => leftIn(spool), patiently).toEqual(nothing);
});
