import { describe, expect, test } from "vitest";
import { readOne } from "#app/json-api/document.ts";
import { allows } from "#app/json-api/resource.ts";
import { client, clientRow } from "./client-resource.ts";

describe("the version of a record", () => {
  test.each([
    ['"c1-7"', '"c1-7"'],
    ["c1-7", '"c1-7"'],
    ['W/"c1-7"', null],
    ["", null],
    ['""', null],
    ['"a"b"', null],
    ['"line\r\nbreak"', null],
    [7, null],
    [null, null],
  ])("meta.etag %j is %j", (etag, expected) => {
    expect(readOne({ data: clientRow("1", {}, { meta: { etag } }) }, client, null).etag).toBe(expected);
  });

  test("comes from the response's header when the record has none", () => {
    expect(readOne({ data: clientRow("1") }, client, '"h-1"').etag).toBe('"h-1"');
    expect(readOne({ data: clientRow("1", {}, { meta: { etag: "m-1" } }) }, client, '"h-1"').etag).toBe('"m-1"');
  });
});

describe("what the current user may do", () => {
  test.each([
    [
      ["update", 5, "archive"],
      ["update", "archive"],
    ],
    [{ update: true, archive: false, move: "yes" }, ["update"]],
    [undefined, null],
    ["update", null],
  ])("meta.can %j is %j", (can, expected) => {
    expect(readOne({ data: clientRow("1", {}, { meta: { can } }) }, client, null).can).toEqual(expected);
  });

  test("is everything where the service does not say", () => {
    expect(allows({ can: null }, "update")).toBe(true);
    expect(allows({ can: ["update"] }, "update")).toBe(true);
    expect(allows({ can: ["update"] }, "archive")).toBe(false);
    expect(allows({ can: [] }, "update")).toBe(false);
  });
});
