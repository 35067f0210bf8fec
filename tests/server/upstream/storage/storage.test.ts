import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openObjectStore } from "#server/upstream/storage/storage.ts";
import { listen, receiverOf, sendPost, storedText } from "#tests/support/storing.ts";

const log = { error: () => {} };

function newDataDir(): string {
  const dataDir = join(mkdtempSync(join(tmpdir(), "latchkey-storage-")), "data");
  onTestFinished(() => rmSync(join(dataDir, ".."), { recursive: true, force: true }));
  return dataDir;
}

/** Whether a post that one store signed is taken by the next on the same folder. */
async function isTakenLater(dataDir: string, between: () => void): Promise<boolean> {
  const first = await openObjectStore({ storage: null, dataDir, log });
  const ticket = await first.presignPost({ key: "k", size: 2, mime: "text/plain" }, "http://upstream.test");
  between();
  const second = await openObjectStore({ storage: null, dataDir, log });
  const { server, origin } = await listen(receiverOf(second));
  onTestFinished(() => void server.close());
  const url = ticket.uploadUri.replace("http://upstream.test", origin);
  const { status } = await sendPost({ url, fields: ticket.fields }, "ok");
  if (status === 204) expect(await storedText(first, "k")).toBe("ok");
  return status === 204;
}

test("without a bucket files are in the data folder, and posts stay valid when the process restarts", async () => {
  const dataDir = newDataDir();
  expect(await isTakenLater(dataDir, () => {})).toBe(true);
  expect(statSync(join(dataDir, "storage-secret")).mode & 0o777).toBe(0o600);
});

test("a secret that was cut short is made again: what it signed is refused", async () => {
  const dataDir = newDataDir();
  const cutShort = () => writeFileSync(join(dataDir, "storage-secret"), "abc");
  expect(await isTakenLater(dataDir, cutShort)).toBe(false);
});

test("with a bucket it is asked nothing at the start", async () => {
  const storage = {
    endpoint: "http://127.0.0.1:1",
    region: "local",
    bucket: "b1x",
    accessKeyId: "a",
    secretAccessKey: "b",
    pathStyle: true,
  };
  const store = await openObjectStore({ storage, dataDir: "/nonexistent", log });
  expect([store.receiver, store.storageUri("k")]).toEqual([null, "s3://b1x/k"]);
});
