import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { type FormerScripts, mostReleases, openReleases } from "#server/releases/releases.ts";
import { makeClient, makeFolder, scriptOf, startRelease } from "#tests/support/releases.ts";

const first = { "abFirst_1.js": scriptOf("one"), "Route_1.js": "export const a=1;" };
const second = { "abSecond2.js": scriptOf("two"), "Route_2.js": "export const a=2;" };

async function textOf(former: FormerScripts, name: string): Promise<string | null> {
  const script = former.byPath(`/assets/${name}`);
  const content = script && (await former.read(script));
  if (!content) return null;
  const plain = Buffer.from(content.plain).toString();
  expect(brotliDecompressSync(content.compressed).toString()).toBe(plain);
  return plain;
}

/** Times in the past, so that the order of starts shows however close they were. */
function setTimes(folder: string, names: readonly string[]): void {
  for (const [place, name] of names.entries()) utimesSync(join(folder, name), place + 1, place + 1);
}

test("a server has the scripts of the releases that it ran before, and none of its own among them", async () => {
  const folder = join(makeFolder(), "data", "releases");
  const { former: none } = await startRelease(folder, first);
  expect(await textOf(none, "abFirst_1.js")).toBeNull();
  const { former, lines } = await startRelease(folder, second);
  for (const [name, text] of Object.entries(first)) expect(await textOf(former, name)).toBe(text);
  for (const name of [...Object.keys(second), "abNever_1.js", "../releases"])
    expect(await textOf(former, name)).toBeNull();
  const { former: back } = await startRelease(folder, first);
  expect(await textOf(back, "abSecond2.js")).toBe(second["abSecond2.js"]);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(lines).toEqual([]);
});

test("the newest releases are kept; starting one again makes it new", async () => {
  const folder = makeFolder();
  const names: string[] = [];
  const start = async (release: number) => {
    const before = readdirSync(folder);
    const { former } = await startRelease(folder, {
      [`abRelea${String(release).padStart(2, "0")}.js`]: scriptOf(`${release}`),
    });
    names.push(...readdirSync(folder).filter((name) => !before.includes(name)));
    setTimes(
      folder,
      names.filter((name) => readdirSync(folder).includes(name)),
    );
    return former;
  };
  for (let release = 1; release <= mostReleases; release += 1) await start(release);
  expect(readdirSync(folder)).toHaveLength(mostReleases);
  const [oldest = ""] = names.splice(0, 1);
  names.push(oldest);
  await start(1);
  const former = await start(mostReleases + 1);
  expect(readdirSync(folder)).toHaveLength(mostReleases);
  expect(await textOf(former, "abRelea01.js")).toBe(scriptOf("1"));
  expect(await textOf(former, "abRelea02.js")).toBeNull();
});

test("what a killed start left behind is deleted, and what another server is writing is not", async () => {
  const folder = makeFolder();
  for (const name of ["left.scripts.1", "begun.scripts.2"]) writeFileSync(join(folder, name), "half");
  setTimes(folder, ["left.scripts.1"]);
  await startRelease(folder, first);
  expect(readdirSync(folder)).toContain("begun.scripts.2");
  expect(readdirSync(folder)).not.toContain("left.scripts.1");
});

test("servers that start at once share one folder", async () => {
  const folder = makeFolder();
  await startRelease(folder, first);
  const starts = await Promise.all(Array.from({ length: 4 }, () => startRelease(folder, second)));
  for (const { former, lines } of starts) {
    expect(await textOf(former, "abFirst_1.js")).toBe(first["abFirst_1.js"]);
    expect(lines).toEqual([]);
  }
  expect(readdirSync(folder)).toHaveLength(2);
});

test("a damaged file costs its scripts only, and its own release writes it anew", async () => {
  const folder = makeFolder();
  await startRelease(folder, first);
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const whole = readFileSync(file);
  writeFileSync(join(folder, "no.scripts"), "no list");
  const cut = await startRelease(folder, second);
  expect(await textOf(cut.former, "abFirst_1.js")).toBe(first["abFirst_1.js"]);
  expect(cut.lines).toEqual([expect.stringContaining("The scripts of a former release cannot be read")]);
  writeFileSync(file, whole.subarray(0, -1_000));
  expect(await textOf(cut.former, "abFirst_1.js")).toBeNull();
  expect(cut.lines.at(-1)).toContain("A script of a former release cannot be read");
  expect(await textOf(cut.former, "Route_1.js")).toBe(first["Route_1.js"]);
  const changed = Buffer.from(whole);
  changed.fill(0, changed.byteLength - 1_000);
  writeFileSync(file, changed);
  expect(await textOf(cut.former, "abFirst_1.js")).toBeNull();
  writeFileSync(file, "");
  await startRelease(folder, first);
  expect(readFileSync(file)).toEqual(whole);
});

test("where nothing can be written the server starts without them, and says so", async () => {
  const file = join(makeFolder(), "file");
  appendFileSync(file, "");
  const { former, lines } = await startRelease(file, first);
  expect(await textOf(former, "abFirst_1.js")).toBeNull();
  expect(lines).toEqual([expect.stringMatching(/"level":"warn".*The scripts of releases cannot be kept/)]);
});

test("in development, where nothing is built, nothing is kept", async () => {
  const folder = join(makeFolder(), "releases");
  const log = createLog("silent");
  for (const clientDir of [makeFolder(), makeClient({})]) await openReleases({ folder, clientDir, log });
  expect(readdirSync(join(folder, ".."))).toEqual([]);
});
