import { describe, expect, test } from "vitest";
import { fieldOf, readErrors } from "#app/json-api/failure.ts";

const nothing = { code: null, errorId: null, pointers: [], fieldErrors: {} };

test("pointers become form fields, in either case", () => {
  const body = {
    errors: [
      error("e1", "required", "/data/attributes/phone_number", "is required"),
      error("e2", "invalid_attribute", "/data/attributes/phoneNumber", "has no country"),
      error("e3", "invalid_attribute", "/data/attributes/email", "is taken"),
      { id: "e4", code: "forbidden", title: "Forbidden" },
    ],
  };
  expect(readErrors(body)).toEqual({
    code: "required",
    errorId: "e1",
    pointers: ["/data/attributes/phone_number", "/data/attributes/phoneNumber", "/data/attributes/email"],
    fieldErrors: { phoneNumber: ["is required", "has no country"], email: ["is taken"] },
  });
});

test.each([
  ["/data/attributes/budget/currency_code", "budget.currencyCode"],
  ["/data/attributes/preferred_areas/0", "preferredAreas[0]"],
  ["/data/attributes/people/1/first_name", "people[1].firstName"],
  ["/data/relationships/assigned_account", "assignedAccount"],
  ["/data/relationships/assigned_account/data/id", "assignedAccount"],
  ["/data/workspace_handle", "workspaceHandle"],
  ["data/attributes/name", "name"],
  ["#/data/attributes/name", "name"],
  ["/data/attributes/a~1b~0c", "a/b~c"],
  ["/data/attributes", null],
  ["/data/attributes/", null],
  ["/data/type", null],
  ["/data/id", null],
  ["/data", null],
  ["", null],
  ["/included/0/attributes/name", null],
  [undefined, null],
  [7, null],
])("the pointer %j is the field %j", (pointer, field) => {
  expect(fieldOf(pointer)).toBe(field);
});

describe("an error without a usable text", () => {
  test.each([
    ["required", "Required"],
    ["invalid_attribute", "Invalid input"],
  ])("with code %s says %s", (code, message) => {
    const errors = [{ code, title: "InvalidAttribute", source: { pointer: "/data/attributes/name" } }];
    expect(readErrors({ errors }).fieldErrors).toEqual({ name: [message] });
  });
});

test.each([
  ["an object instead of a list", { errors: { detail: "no" } }],
  ["errors that are no objects", { errors: ["no", null, 5] }],
  ["no errors", { message: "no" }],
  ["an empty list", { errors: [] }],
  ["nothing", undefined],
  ["a text", "no"],
  ["members of other types", { errors: [{ id: 5, code: {}, detail: [], source: "x" }] }],
])("%s has no details", (_name, body) => {
  expect(readErrors(body)).toEqual(nothing);
});

test("long lists and texts are cut off", () => {
  const long = "x".repeat(10_000);
  const errors = Array.from({ length: 1000 }, (_, index) => error(long, long, `/data/attributes/f${index}`, long));
  const { code, errorId, pointers, fieldErrors } = readErrors({ errors });
  expect([code?.length, errorId?.length, pointers.length, Object.keys(fieldErrors).length]).toEqual([200, 200, 50, 50]);
  expect(fieldErrors.f0?.[0]).toHaveLength(200);
});

test("a field called __proto__ is a field like any other", () => {
  const { fieldErrors } = readErrors({ errors: [error("1", "x", "/data/attributes/__proto__", "no")] });
  expect(Object.keys(fieldErrors)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(fieldErrors)).toBe(Object.prototype);
});

function error(id: string, code: string, pointer: string, detail: string) {
  return { id, status: "400", code, title: "Title", detail, source: { pointer } };
}
