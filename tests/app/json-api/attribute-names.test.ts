import fc from "fast-check";
import { expect, test } from "vitest";
import { camelCase, snakeCase } from "#app/json-api/schema-names.ts";

test.each([
  ["phone_number", "phoneNumber"],
  ["profile_image_url", "profileImageUrl"],
  ["name", "name"],
  ["_private", "_private"],
])("%s is %s", (snake, camel) => {
  expect(camelCase(snake)).toBe(camel);
  expect(snakeCase(camel)).toBe(snake);
  expect(camelCase(camel)).toBe(camel);
  expect(snakeCase(snake)).toBe(snake);
});

test("every camel-case name is the same after conversion to snake case and back", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/);
  fc.assert(
    fc.property(name, (camel) => {
      expect(camelCase(snakeCase(camel))).toBe(camel);
    }),
  );
});
