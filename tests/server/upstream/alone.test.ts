/** `npm run upstream`, from the sources: a process of its own on a port. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "#server/project-root.ts";
import { mediaType } from "#tests/support/answers.ts";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";
import { freePort } from "#tests/support/listening.ts";
import { demoOwner } from "#tests/support/records.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-alone-"));
let child: ChildProcess;
let printed = "";
/** What a process of ours begins with; what the run compiled at an earlier start is not compiled again. */
const usual = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, LOG_LEVEL: "warn" };

beforeAll(async () => {
  child = spawn(process.execPath, [join(projectRoot, "server", "upstream", "main.ts")], {
    env: { ...usual, PORT: String(await freePort()), DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout?.setEncoding("utf8");
  for await (const text of child.stdout ?? []) {
    printed += text;
    if (printed.includes("Then send it along")) break;
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const session = z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) });
const ticket = z.object({
  upload_uri: z.string(),
  storage_uri: z.string(),
  upload_fields: z.record(z.string(), z.string()),
});
const list = z.object({ data: z.array(z.unknown()), meta: z.object({ page: z.object({ total: z.int() }) }) });

test("it says where it is and how to get a token, and what it says works", async () => {
  const [, root = ""] = /answers at (\S+);/.exec(printed) ?? [];
  const [, url = "", type = "", body = ""] = /curl (\S+) -H 'Content-Type: ([^']+)' -d '([^']+)'/.exec(printed) ?? [];
  expect(root).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect([url, type]).toEqual([`${root}/sessions`, mediaType]);

  const signedIn = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
  const { token } = session.parse(await signedIn.json()).data.attributes;
  const clients = await fetch(`${root}/clients?page[count]=true`, { headers: { authorization: `Bearer ${token}` } });
  const { data, meta } = list.parse(await clients.json());
  expect([data.length, meta.page.total]).toEqual([15, 40]);

  const description = await fetch(`${root}/open_api`);
  expect(description.headers.get("content-type")).toContain("application/vnd.oai.openapi+json");
});

test("a document in pieces is read, an endless one is cut off", async () => {
  const [, root = ""] = /answers at (\S+);/.exec(printed) ?? [];
  const send = (pieces: number, piece: string) => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > pieces) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const streamed = { method: "POST", headers: { "content-type": mediaType }, body, duplex: "half" };
    return fetch(`${root}/sessions`, streamed);
  };
  expect((await send(3, " ")).status).toBe(400);
  const endless = await send(10_000, "a".repeat(10_000)).catch((error: unknown) => error);
  // Refused, or cut off while it was still sending.
  if (endless instanceof Error) expect(endless).toBeInstanceOf(TypeError);
  else expect(endless).toMatchObject({ status: 413 });
});

/** Sends a request that calls the service by another name; gives the answer's status, headers and text. */
async function sendAs(host: string, method: string, path: string, attributes?: object, token?: string) {
  const [, root = ""] = /answers at (\S+);/.exec(printed) ?? [];
  const { hostname, port, pathname } = new URL(root);
  const headers = {
    host,
    "x-forwarded-host": host,
    "content-type": mediaType,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const asked = request({ hostname, port, path: pathname + path, method, headers });
  asked.end(attributes === undefined ? undefined : JSON.stringify({ data: { attributes } }));
  const [answer] = await once(asked, "response");
  return { status: Number(answer.statusCode), headers: JSON.stringify(answer.headers), body: await text(answer) };
}

test("a forged Host is in no answer and in no address that it signs", async () => {
  const [, root = ""] = /answers at (\S+);/.exec(printed) ?? [];
  const forged = "evil.example";
  const opened = await sendAs(forged, "POST", "/sessions", demoOwner);
  const { token } = session.parse(JSON.parse(opened.body)).data.attributes;
  const announced = { name: "a.txt", mime: "text/plain", size: 3 };
  const answers = [
    opened,
    await sendAs(forged, "GET", "/clients", undefined, token),
    await sendAs(forged, "POST", "/files/presigned_posts", announced, token),
    await sendAs(forged, "GET", "/nowhere", undefined, token),
    await sendAs(forged, "GET", "/open_api"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 404, 200]);
  for (const { headers, body } of answers) expect(headers + body).not.toContain(forged);
  expect(answers[0]?.headers).toContain(`${root}/sessions/current`);
});

test("it words what is wrong itself", async () => {
  const { status, body } = await sendAs("localhost", "POST", "/sign_in_links", { email: 5 });
  expect([status, body]).toEqual([400, expect.stringContaining("This must be text.")]);
});

test("files are uploaded to it and read from it over HTTP", async () => {
  const [, root = ""] = /answers at (\S+);/.exec(printed) ?? [];
  const send = (path: string, attributes: object, token?: string) =>
    fetch(root + path, {
      method: "POST",
      headers: { "content-type": mediaType, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ data: { attributes } }),
    });
  const { token } = session.parse(await (await send("/sessions", demoOwner)).json()).data.attributes;
  const content = new Uint8Array(2_000_000).fill(65);
  const announced = { name: "long.txt", mime: "text/plain", size: content.length };
  const { upload_uri, upload_fields, storage_uri } = ticket.parse(
    await (await send("/files/presigned_posts", announced, token)).json(),
  );
  expect(upload_uri).toBe(`${root}/storage/latchkey`);
  const form = new FormData();
  for (const [name, value] of Object.entries(upload_fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  expect((await fetch(upload_uri, { method: "POST", body: form })).status).toBe(204);
  const file = { ...announced, uri: storage_uri, storageKey: upload_fields.key };
  const created = await send("/files", file, token);
  expect(created.status).toBe(201);
  const headers = { authorization: `Bearer ${token}`, range: "bytes=1999990-" };
  const read = await fetch(`${created.headers.get("location")}/content`, { headers });
  expect([read.status, await read.text()]).toEqual([206, "A".repeat(10)]);
});

test("one network has twenty tries at an account's password, and a right one is not counted", async () => {
  const wrong = { ...demoOwner, password: "wrong password 1" };
  const tried = async (attributes: object) => (await sendAs("localhost", "POST", "/sessions", attributes)).status;
  for (let number = 0; number < 3; number += 1) expect(await tried(demoOwner)).toBe(201);
  for (let number = 0; number < 20; number += 1) expect(await tried(wrong)).toBe(401);
  const refused = await sendAs("localhost", "POST", "/sessions", demoOwner);
  expect([refused.status, refused.headers]).toEqual([429, expect.stringMatching(/"retry-after":"\d+"/)]);
  expect(await tried({ ...wrong, email: "admin@evergreen.example" })).toBe(401);
});

test("a port that is taken ends its start with one sentence", { timeout: 120_000 }, async () => {
  const own = mkdtempSync(join(tmpdir(), "latchkey-beside-"));
  onTestFinished(() => rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await copyMigratedDatabase(join(own, "database"));
  const [, port = ""] = /answers at http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
  const beside = spawn(process.execPath, [join(projectRoot, "server", "upstream", "main.ts")], {
    env: { ...usual, PORT: port, DATA_DIR: own, DEMO: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(beside, "exit");
  const said = await text(beside.stderr);
  expect([said, (await ended)[0]]).toEqual([
    `The upstream cannot listen on 127.0.0.1, port ${port}. Something else listens there; choose another with PORT.\n`,
    1,
  ]);
});

test("it shuts down cleanly on a signal", async () => {
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
