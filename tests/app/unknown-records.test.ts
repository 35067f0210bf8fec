import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { appTest } from "#tests/support/app-test.ts";
import { isForPrograms, routeAddresses } from "#tests/support/route-map.ts";

const test = appTest(null).extend(
  "agent",
  { scope: "file" },
  async ({ app }) => await app.signedIn(await app.newOwner()),
);

const belowRecords = (await routeAddresses())
  .filter(({ pattern, access }) => access === "agent" && !isForPrograms(pattern))
  .map(({ pattern }) => pattern)
  .filter((pattern) => (pattern.match(/:/g) ?? []).length > 1);

test("the map has pages of records below other records", () => {
  expect(belowRecords.length).toBeGreaterThanOrEqual(11);
});

// A rejection that nobody hears would fail this file, whatever it expects.
test.for(belowRecords)(
  "%s is Not Found where the first is nobody's and the second is no id",
  async (pattern, { agent }) => {
    const path = pattern.replace(/:\w+/, randomUUID()).replaceAll(/:\w+/g, "nope");
    expect((await agent.request(path)).status).toBe(404);
  },
);
