import { expect, test } from "vitest";
import { judgeHandle, normaliseHandle } from "#server/upstream/identity/handles.ts";
import { fullName, initialsOf, splitName } from "#server/upstream/identity/person-name.ts";

test.each([
  ["Maya Lindqvist", "Maya", "Lindqvist"],
  ["  Maya  Ann   Lindqvist ", "Maya Ann", "Lindqvist"],
  ["Cher", "Cher", ""],
])("%j is split and put together again", (typed, firstName, lastName) => {
  expect(splitName(typed)).toEqual({ firstName, lastName });
  expect(fullName({ firstName, lastName })).toBe(typed.trim().replaceAll(/\s+/g, " "));
});

test.each([
  ["Evergreen Realty", "ER"],
  ["lakeside", "LA"],
  ["the Old & New Homes", "TO"],
  ["Ärzte", "ÄR"],
  ["4 Seasons", "4S"],
  ["🏠", "?"],
])("%j has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each(["a", "1", "harbour-homes", "a1-b2-c3", "x".repeat(63)])("%s can be a handle", (handle) => {
  expect(judgeHandle(handle)).toBeNull();
});

test.each(["", "-", "-a", "a-", "a--b", "A", "a b", "a_b", "a.b", "ä", "a/b", "x".repeat(64), "a\n"])(
  "%j cannot be a handle",
  (handle) => {
    expect(judgeHandle(handle)).toBe("malformed");
  },
);

test("a handle is kept trimmed and in lower case", () => {
  expect(normaliseHandle("  Harbour-Homes ")).toBe("harbour-homes");
});

test("the words of the product's own addresses are reserved, the demo's handles are not", () => {
  const segments = [
    ...["login", "register", "sign-in", "sign-out", "signed-out", "verify", "password", "outbox", "scripts", "account"],
    ...["dashboard", "clients", "packages", "opportunities", "documents", "messages", "tasks", "activity", "search"],
    ...["settings", "workspace", "client-portal", "api", "healthz", "readyz", "assets", "pictures", "uploads", "files"],
  ];
  expect(segments.filter((segment) => judgeHandle(segment) !== "reserved")).toEqual([]);
  expect(["evergreen", "lakeside"].map(judgeHandle)).toEqual([null, null]);
});
