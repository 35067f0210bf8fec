/** The store as a process: it is killed while it writes, and its memory is watched. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";
import { filesOf, presign, readAnswer, sendPost, signer, startStoreProcess } from "#tests/support/storing.ts";

const megabyte = 1024 * 1024;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-store-process-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openStore(folder: string) {
  return createEmbeddedStore({ folder, signer, log: { error: () => {} } });
}

test("killed again and again while posts arrive, it loses none that it acknowledged and shows none in part", {
  timeout: 120_000,
}, async () => {
  const folder = newFolder();
  const acknowledged: string[] = [];
  const tried: string[] = [];
  const content = new Uint8Array(3 * megabyte).fill(7);
  for (let round = 0; round < 3; round += 1) {
    const { origin, kill } = await startStoreProcess(folder);
    const sending = Array.from({ length: 4 }, async (_, index) => {
      for (let turn = 0; turn < 50; turn += 1) {
        const key = `${round}/${index}/${turn}`;
        const post = await presign({ origin }, { Key: key });
        tried.push(key);
        const answer = await sendPost(post, content).catch(() => null);
        if (answer === null) return;
        if (answer.status === 204) acknowledged.push(key);
      }
    });
    // However slow the machine is: some have been acknowledged, and others are on their way.
    await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(round * 3 + 2);
    await wait(round * 20);
    await kill();
    await Promise.all(sending);
  }
  const store = openStore(folder);
  const sizes = await Promise.all(tried.map((key) => store.size(key)));
  expect(new Set(sizes.filter((size) => size !== null))).toEqual(new Set([content.length]));
  expect(await Promise.all(acknowledged.map((key) => store.size(key)))).toEqual(acknowledged.map(() => content.length));
  expect(acknowledged.length).toBeGreaterThan(8);
  expect(tried.length).toBeGreaterThan(acknowledged.length);
});

test("what interrupted posts left behind is removed a day later, and nothing else", async () => {
  const folder = newFolder();
  const store = openStore(folder);
  await store.put("kept", "text/plain", new Uint8Array([1, 2, 3]));
  mkdirSync(join(folder, "incoming"), { recursive: true });
  for (const [name, hours] of [
    ["old", 25],
    ["young", 1],
  ] as const) {
    const path = join(folder, "incoming", name);
    writeFileSync(path, "half");
    const then = Date.now() / 1000 - hours * 3600;
    utimesSync(path, then, then);
  }
  await store.sweep(new Date());
  expect(readdirSync(join(folder, "incoming"))).toEqual(["young"]);
  expect(await store.size("kept")).toBe(3);
});

test("100 MB go in and out at flat memory", async () => {
  const folder = newFolder();
  const { origin } = await startStoreProcess(folder);
  const memory = async () => Number(await (await fetch(`${origin}/memory`)).text());
  // A process that has just started grows whatever it does.
  for (let turn = 0; turn < 8; turn += 1) {
    await sendPost(await presign({ origin }, { Key: "warm" }), new Uint8Array(megabyte));
    await (await fetch(`${origin}/objects/warm`)).arrayBuffer();
  }
  const before = await memory();
  let highest = before;
  const watching = setInterval(() => {
    memory().then(
      (now) => {
        highest = Math.max(highest, now);
      },
      () => {},
    );
  }, 25);

  const size = 100 * megabyte;
  const post = await presign({ origin }, { Key: "large", Conditions: [["content-length-range", size, size]] });
  const { body, type } = largeForm(post.fields, size);
  const request = { method: "POST", headers: { "content-type": type }, body, ...{ duplex: "half" } };
  expect((await readAnswer(await fetch(post.url, request))).status).toBe(204);
  const answer = await fetch(`${origin}/objects/large`);
  let read = 0;
  for await (const piece of answer.body ?? []) read += piece.byteLength;
  clearInterval(watching);
  expect(read).toBe(size);
  expect(filesOf(folder).toSorted((a, b) => a - b)).toEqual([megabyte, size]);
  expect((highest - before) / megabyte).toBeLessThan(50);
});

/** A form with a file of so many zeros, made as it is sent. */
function largeForm(fields: Readonly<Record<string, string>>, size: number) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const piece = new Uint8Array(megabyte / 4);
  let left = size;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      left -= piece.length;
      controller.enqueue(piece);
      if (left > 0) return;
      controller.enqueue(new TextEncoder().encode("\r\n--b--\r\n"));
      controller.close();
    },
  });
  return { body, type: "multipart/form-data; boundary=b" };
}
