import { expect } from "vitest";
import { z } from "zod";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

// What is wrong with an input is said in the service's own words, whichever process it runs in: those of the library that checks
// inputs are for programmers, and differ between its versions.

const attributes = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const operation = z.looseObject({
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const odd = [
  ...[1, -1e12, 1.5, true, null, [], [1], {}, { a: 1 }, "", "x"],
  ...["x".repeat(100_000), "2026-13-45", Array(2_000).fill("x"), [{ id: 1 }]],
];

/** How the library words what is wrong, in its versions 3 and 4. */
const librarys =
  /^(Invalid (input|string|option|key|element|literal|enum)|Unrecognized|Too (big|small)|Required$|(String|Array|Number|Date) must|Expected )|\b(received|expected)\b/;

test("no call words a problem as the library does", async ({ service, owner }) => {
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  const said = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths)) {
    const address = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const names = requestBody === undefined ? [] : attributesIn(requestBody.content);
      for (const value of names.length === 0 ? [] : odd) {
        const sent = { attributes: Object.fromEntries(names.map((name) => [name, value])) };
        const { document } = await owner.send(method.toUpperCase(), address, sent);
        for (const { detail } of document.errors ?? [])
          said.set(detail, `${method} ${path} ${JSON.stringify(value)?.slice(0, 20)}`);
      }
    }
  }
  expect(said.size).toBeGreaterThan(30);
  expect([...said].filter(([detail]) => librarys.test(detail))).toEqual([]);
}, 240_000);

/** Names of the attributes that a body takes, wherever its description has them. */
function attributesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const read = name === "attributes" ? attributes.safeParse(inner) : null;
    return read?.success ? Object.keys(read.data.properties) : attributesIn(inner);
  });
}
