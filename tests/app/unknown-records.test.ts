import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import { isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: Application;
let owner: Visitor;

beforeAll(async () => {
  app = await startApplication();
  owner = await app.signedIn(await app.newOwner());
});
afterAll(() => app.close());

const belowRecords = (await routeAddresses())
  .filter(({ pattern, access }) => access === "agent" && !isForPrograms(pattern))
  .map(({ pattern }) => pattern)
  .filter((pattern) => (pattern.match(/:/g) ?? []).length > 1);

test("the map has pages of records below other records", () => {
  expect(belowRecords.length).toBeGreaterThanOrEqual(11);
});

// A rejection that nobody hears would fail this file, whatever it expects.
test.each(belowRecords)("%s is Not Found where the first is nobody's and the second is no id", async (pattern) => {
  const path = pattern.replace(/:\w+/, randomUUID()).replaceAll(/:\w+/g, "nope");
  expect((await owner.request(path)).status).toBe(404);
});
