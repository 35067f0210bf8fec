import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openSpoolFolder, sweepSpool } from "#app/uploads/spool.server.ts";
import { filesOf } from "#tests/support/storing.ts";

function openSpool(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("files left by a killed server are removed after a day; others stay", async () => {
  const spool = openSpool();
  expect(await sweepSpool(join(spool, "not there yet"), new Date())).toBe(0);
  const old = join(spool, "forms", "old");
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, "0"), "left behind");
  const yesterday = Date.now() / 1000 - 25 * 3600;
  utimesSync(old, yesterday, yesterday);
  const folder = await openSpoolFolder(spool);
  const wish = { name: "a.txt", mime: "text/plain", most: 10, signal: new AbortController().signal };
  await folder.keep(Readable.from([Buffer.from("under way")]), wish);
  expect(await sweepSpool(spool, new Date())).toBe(1);
  expect(filesOf(spool)).toEqual([9]);
  await folder.remove();
  await folder.remove();
  expect(filesOf(spool)).toEqual([]);
});
