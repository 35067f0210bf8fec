import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSessionSecrets } from "#server/secrets.ts";

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

test("a secret is generated once, in a file that only this user can read", () => {
  const dataDir = makeDataDir();
  const made = readSessionSecrets(undefined, dataDir);
  expect(made).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(readSessionSecrets(undefined, dataDir)).toEqual(made);
  expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readSessionSecrets(undefined, makeDataDir())).not.toEqual(made);
});

test("given secrets are used, and nothing is written", () => {
  const dataDir = makeDataDir();
  const given = ["a".repeat(32)];
  expect(readSessionSecrets(given, dataDir)).toEqual(given);
  expect(() => statSync(dataDir)).toThrow("ENOENT");
});

test("a truncated secret file is generated again", () => {
  const dataDir = makeDataDir();
  readSessionSecrets(undefined, dataDir);
  writeFileSync(join(dataDir, "session-secret"), "cut");
  const [secret] = readSessionSecrets(undefined, dataDir);
  expect(secret).toHaveLength(43);
  expect(readFileSync(join(dataDir, "session-secret"), "utf8")).toBe(`${secret}\n`);
});
