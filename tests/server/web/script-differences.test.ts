import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { withDictionary } from "#tests/support/dictionaries.ts";
import { makeFolder, type Scripts, scriptOf, startRelease } from "#tests/support/releases.ts";
import { makeWeb } from "./test-web.ts";

const shared = scriptOf("shared");
const before = { "abShared1.js": shared, "cdOther_1.js": scriptOf("other"), "Route_1.js": scriptOf("route") };
const now = {
  "abShared2.js": shared.replace("v", "w").replaceAll("export const va", "export const vb"),
  "abStrange.js": scriptOf("strange"),
  "cdOther_2.js": scriptOf("rewritten"),
  "efSmall_2.js": "export const small=2;".repeat(20),
  "Route_2.js": scriptOf("route 2"),
};

const browser = { "accept-encoding": "gzip, deflate, br, zstd, dcb, dcz" };
const keeps = (text: string) => withDictionary(text).headers;

/** A server that ran one release and runs the next one. */
async function deploy(old: Scripts = before, scripts: Scripts = now) {
  const folder = makeFolder();
  await startRelease(folder, old);
  const { former: formerScripts, clientDir, lines } = await startRelease(folder, scripts);
  const { request } = makeWeb({ clientDir, formerScripts });
  return {
    folder,
    lines,
    get: (name: string, headers: Record<string, string>, method = "GET") =>
      request(`/assets/${name}`, { headers, method }),
  };
}

test("a browser that has a script of the release before is sent what the new one has beyond it", async () => {
  const { get } = await deploy();
  for (let time = 1; time <= 2; time += 1) {
    const answer = await get("abShared2.js", { ...browser, ...keeps(shared) });
    const sent = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "dcz",
      "content-length": String(sent.byteLength),
      "content-type": "text/javascript; charset=utf-8",
      "use-as-dictionary": 'match="/assets/ab*.js"',
      vary: "Accept-Encoding, Available-Dictionary",
    });
    expect(answer.headers.has("etag")).toBe(false);
    expect(sent.byteLength).toBeLessThan(shared.length / 20);
    expect(withDictionary(shared).decode(sent)).toBe(now["abShared2.js"]);
  }
});

test("browsers that ask at once get the same difference", async () => {
  const { get } = await deploy();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await get("abShared2.js", { ...browser, ...keeps(shared) });
      return withDictionary(shared).decode(Buffer.from(await answer.arrayBuffer()));
    }),
  );
  expect(new Set(answers)).toEqual(new Set([now["abShared2.js"]]));
});

test.each<[string, keyof typeof now, Record<string, string>]>([
  ["no dictionary", "abShared2.js", browser],
  ["one that is unknown", "abShared2.js", { ...browser, ...keeps("export const unknown=1;") }],
  ["a malformed one", "abShared2.js", { ...browser, "available-dictionary": "shared" }],
  ["that of another script", "abShared2.js", { ...browser, ...keeps(before["cdOther_1.js"]) }],
  ["one that has too little in common", "abStrange.js", { ...browser, ...keeps(shared) }],
  ["one whose script was rewritten", "cdOther_2.js", { ...browser, ...keeps(before["cdOther_1.js"]) }],
  ["one, in a browser that takes no dcz", "abShared2.js", { "accept-encoding": "gzip, br", ...keeps(shared) }],
  ["one, in a browser that refuses dcz", "abShared2.js", { "accept-encoding": "br, dcz;q=0", ...keeps(shared) }],
])("with %s, %s is sent whole", async (_what, name, headers) => {
  const { get } = await deploy();
  const answer = await get(name, headers);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("vary")).toBe("Accept-Encoding, Available-Dictionary");
  expect(answer.headers.get("use-as-dictionary")).toBe(`match="/assets/${name.slice(0, 2)}*.js"`);
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(now[name]);
});

test("a small script, and one of a single page, is no dictionary", async () => {
  const { get } = await deploy();
  for (const name of ["efSmall_2.js", "Route_2.js"]) {
    const answer = await get(name, { ...browser, ...keeps(before["Route_1.js"]) });
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual(["br", "Accept-Encoding"]);
    expect(answer.headers.has("use-as-dictionary")).toBe(false);
  }
});

test("a page that is older than the server finds its scripts", async () => {
  const { get } = await deploy();
  for (const [name, text] of Object.entries(before)) {
    const answer = await get(name, browser);
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(text);
    expect(await (await get(name, { "accept-encoding": "" })).text()).toBe(text);
  }
  const never = await get("abNever_1.js", browser);
  expect([never.status, await never.text()]).toEqual([404, expect.stringContaining("There is no such file.")]);
});

test("where former scripts got lost, scripts are sent whole", async () => {
  const { folder, lines, get } = await deploy();
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "");
  const answer = await get("abShared2.js", { ...browser, ...keeps(shared) });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect((await get("Route_1.js", browser)).status).toBe(404);
  expect(lines.every((line) => line.includes("A script of a former release cannot be read"))).toBe(true);
});

test("HEAD has the headers of GET; a script that is still good is a 304 that varies as it does", async () => {
  const { get } = await deploy();
  const asked = { ...browser, ...keeps(shared) };
  const [whole, head] = [await get("abShared2.js", asked), await get("abShared2.js", asked, "HEAD")];
  for (const name of ["content-encoding", "content-length", "vary"])
    expect(head.headers.get(name)).toBe(whole.headers.get(name));
  const tag = (await get("abShared2.js", browser)).headers.get("etag") ?? "";
  const again = await get("abShared2.js", { ...asked, "if-none-match": tag });
  expect([again.status, again.headers.get("vary")]).toEqual([304, "Accept-Encoding, Available-Dictionary"]);
});

const withoutZstandard = `
  import { syncBuiltinESMExports } from "node:module";
  import zlib from "node:zlib";
  for (const name of Object.keys(zlib)) if (/zstd/i.test(name)) delete zlib[name];
  syncBuiltinESMExports();
  const { takesDictionaries } = await import("#server/web/dictionary-coding.ts");
  const { createScriptDifferences } = await import("#server/web/static-files.ts");
  const { noFormerScripts } = await import("#server/releases/releases.ts");
  const script = { path: "/assets/abShared2.js", plain: new Uint8Array(9_000), compressedBytes: 3_000 };
  console.log(takesDictionaries(), createScriptDifferences(noFormerScripts).successors(script));`;

test("a Node without Zstandard names no dictionaries", () => {
  const evaluate = ["--input-type=module", "--eval", withoutZstandard];
  expect(execFileSync(process.execPath, evaluate, { cwd: projectRoot, encoding: "utf8" })).toBe("false null\n");
});
