/** Fails a file of tests during which the shared server computed for so long in one go that others had to wait. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { z } from "zod";

const printed = () => readFileSync(inject("serverLog"), "utf8");
/** Milliseconds of the server's thread. It warns of 200, to which the longest imports come near on a machine that is shared. */
const tooLong = 400;
const held = z.object({ ms: z.number(), msg: z.literal("The event loop was held") });
let before = 0;

beforeAll(() => {
  before = printed().length;
});
afterAll(() => {
  const lines = printed().slice(before).split("\n");
  const warnings = lines.filter((line) => line.includes("The event loop was held"));
  expect(warnings.filter((line) => held.parse(JSON.parse(line)).ms >= tooLong)).toEqual([]);
});
