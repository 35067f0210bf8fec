/** Fails a file of tests during which the shared server computed for so long in one go that others had to wait. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject } from "vitest";

const printed = () => readFileSync(inject("serverLog"), "utf8");
let before = 0;

beforeAll(() => {
  before = printed().length;
});
afterAll(() => {
  const lines = printed().slice(before).split("\n");
  expect(lines.filter((line) => line.includes("The event loop was held"))).toEqual([]);
});
