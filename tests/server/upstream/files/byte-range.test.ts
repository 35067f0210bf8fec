import { expect, test } from "vitest";
import { readRange } from "#server/upstream/files/content-route.ts";

test.for<[string | null, number, ReturnType<typeof readRange>]>([
  [null, 10, null],
  ["bytes=0-0", 10, { first: 0, last: 0 }],
  ["bytes=2-4", 10, { first: 2, last: 4 }],
  ["bytes=2-", 10, { first: 2, last: 9 }],
  ["bytes=2-999", 10, { first: 2, last: 9 }],
  ["BYTES=2-4", 10, { first: 2, last: 4 }],
  ["bytes= 2-4 ", 10, { first: 2, last: 4 }],
  ["bytes=-3", 10, { first: 7, last: 9 }],
  ["bytes=-999", 10, { first: 0, last: 9 }],
  ["bytes=9-9", 10, { first: 9, last: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=10-20", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  // What is no range, or not one, is passed over.
  ["bytes=4-2", 10, null],
  ["bytes=-", 10, null],
  ["bytes=", 10, null],
  ["bytes=a-b", 10, null],
  ["bytes=0-1,3-4", 10, null],
  ["items=0-1", 10, null],
  ["bytes=1.5-2", 10, null],
  ["bytes=--1", 10, null],
  ["bytes=99999999999999999999-", 10, null],
])("%s of %i bytes", ([header, size, expected]) => {
  expect(readRange(header, size)).toEqual(expected);
});
