import { expect } from "vitest";
import { alderLane } from "#tests/support/records.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, ids, undo } from "./batch-calls.ts";

const test = newWorkspaceTest();

test("a tag is added to properties, which are found by it until it is taken back", async ({ owner }) => {
  const attributes = { ...alderLane, tags: ["View"] };
  const { record: home } = await owner.send("POST", "/packages", { type: "package", attributes });
  const found = async (words: string) => (await owner.get(`/packages?filter[search]=${words}`)).records.length;
  expect([await found("fixer"), await found("view")]).toEqual([0, 1]);
  const made = await change(owner, { kind: "package", action: "add_tag", value: "Fixer", filters: ids([home]) });
  expect(made.record.attributes).toMatchObject({ state: "done", changed: 1 });
  const tagged = (await owner.get(`/packages/${home.id}`)).record;
  expect(tagged.attributes.tags).toEqual(["Fixer", "View"]);
  expect([await found("fixer"), await found("alder")]).toEqual([1, 1]);
  const { records: events } = await owner.get(`/activities?filter[package_id]=${home.id}`);
  expect(events[0]?.attributes).toMatchObject({
    label: "Property details changed",
    changes: [{ field: "tags", before: ["View"], after: ["Fixer", "View"] }],
  });
  expect((await undo(owner, made.record.id)).record.attributes).toMatchObject({ undone: 1 });
  expect([await found("fixer"), await found("view")]).toEqual([0, 1]);
  const removed = await change(owner, { kind: "package", action: "remove_tag", value: "view", filters: ids([home]) });
  expect(removed.record.attributes).toMatchObject({ changed: 1 });
  expect(await found("view")).toBe(0);
});
