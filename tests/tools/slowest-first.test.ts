import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { slowest } from "#tests/support/slowest-first.ts";

test("the files that begin first are there", () => {
  expect(slowest.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(slowest).size).toBe(slowest.length);
});
