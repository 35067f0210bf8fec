import { expect, test } from "vitest";
import { isRecordId } from "#app/json-api/record.ts";

test("ids of records are whatever a service makes them, but for what a path or a database cannot hold", () => {
  for (const text of [
    "0190b3c4-5d6e-7f80-9a1b-2c3d4e5f6071",
    "1",
    "acme.holdings",
    "a/b",
    "../clients",
    "%2F",
    "🏠",
    "…",
  ])
    expect([text, isRecordId(text)]).toEqual([text, true]);
  for (const text of ["", ".", "..", "a\0b", "\ud83c"]) expect([text, isRecordId(text)]).toEqual([text, false]);
});
