import { expect, test } from "vitest";
import { namedIn } from "#server/upstream/notifications/mentions.ts";

const people = ["Ann", "Ann Lee", "Élodie Roux", "李 明", "O'Neil Grant", "Ann Lee"].map((name) => ({ name }));

test.for([
  ["@Ann Lee: call her", ["Ann Lee", "Ann Lee"]],
  ["Ask @ann", ["Ann"]],
  ["Ask @Anna, or ann@Ann.example", []],
  ["@elodie roux, @O’Neil  Grant!", ["Élodie Roux", "O'Neil Grant"]],
  ["@李 明", ["李 明"]],
  ["Ann Lee without a sign", []],
  ["@@Ann (@Ann)", ["Ann"]],
  ["@", []],
] as const)("%s names %s", ([text, named]) => {
  expect(namedIn(text, people).map(({ name }) => name)).toEqual(named);
});

test("a long text of signs takes no time", () => {
  const began = performance.now();
  expect(namedIn("@Ann".repeat(50_000), people).length).toBeLessThanOrEqual(1);
  expect(performance.now() - began).toBeLessThan(2_000);
});
