import fc from "fast-check";
import { expect, test } from "vitest";
import { spell } from "#app/json-api/spelling.ts";

test.each([
  ["phone_number", "phoneNumber"],
  ["profile_image_url", "profileImageUrl"],
  ["name", "name"],
  ["_private", "_private"],
])("%s is %s", (snake, camel) => {
  expect(spell(snake, "camel")).toBe(camel);
  expect(spell(camel, "snake")).toBe(snake);
  expect(spell(camel, "camel")).toBe(camel);
  expect(spell(snake, "snake")).toBe(snake);
});

test("every camel-case name is the same after conversion to snake case and back", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/);
  fc.assert(
    fc.property(name, (camel) => {
      expect(spell(spell(camel, "snake"), "camel")).toBe(camel);
    }),
  );
});
