import { expect, test } from "vitest";
import { readArguments, usage } from "#server/plan/arguments.ts";

test.each([
  [[], { workspace: null, decision: null }],
  [[" Evergreen "], { workspace: "evergreen", decision: null }],
  [["evergreen", "standard"], { workspace: "evergreen", decision: "standard" }],
  [["evergreen", "decline"], { workspace: "evergreen", decision: "decline" }],
])("%j is understood", (words, read) => {
  expect(readArguments(words)).toEqual(read);
});

test("help is given when it is asked for", () => {
  expect(readArguments(["--help"])).toBeNull();
  expect(usage).toContain("npm run plan");
});

test.each([
  [["evergreen", "gold"], "There is no plan gold. Say free or standard, or decline."],
  [["evergreen", "free", "now"], /^Name one workspace and one plan\./],
  [["--all"], /--all/],
])("%j is refused with what to say instead", (words, sentence) => {
  expect(() => readArguments(words)).toThrow(sentence);
});
