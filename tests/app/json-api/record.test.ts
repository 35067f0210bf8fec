import { expect, test } from "vitest";
import { isRecordId } from "#app/json-api/record.ts";

test("ids of records are UUIDs, in either case", () => {
  expect(isRecordId("0190b3c4-5d6e-7f80-9a1b-2c3d4e5f6071")).toBe(true);
  expect(isRecordId("0190B3C4-5D6E-7F80-9A1B-2C3D4E5F6071")).toBe(true);
  for (const text of ["", "new", "1", "0190b3c4-5d6e-7f80-9a1b-2c3d4e5f607", "../clients", `${"0".repeat(36)}`]) {
    expect(isRecordId(text)).toBe(false);
  }
});
