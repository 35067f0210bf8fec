import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readSource, writeSource } from "#server/pictures/pictures.ts";

const id = "117298ed-016d-4814-b2af-e054e13af9d5";

describe.each([
  `/api/pictures/${id}`,
  `https://pictures.example/é/${id}`,
  id,
  `/api/pictures/${id.toUpperCase()}`,
  `/api/pictures/${id}.jpg`,
  `/api/pictures/${id}?width=1`,
  "https://pictures.example/house.jpg",
  "/Ω≈ç√∫",
  "",
])("%s", (source) => {
  test("is written into a path and read back", () => {
    expect(writeSource(source)).toMatch(/^[\w-]*$/);
    expect(readSource(writeSource(source))).toBe(source);
  });
});

test("an id at the end is written compactly", () => {
  expect(writeSource(`/api/pictures/${randomUUID()}`)).toHaveLength(42);
});

test("malformed source text is read as some text", () => {
  for (const odd of ["_w", "_wAA", `_${"w".repeat(40)}`, "%2e%2e", "\0", "A".repeat(10_000)])
    expect(typeof readSource(odd)).toBe("string");
});
