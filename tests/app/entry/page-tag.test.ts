import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isKnown, tagPage } from "#app/entry/page-bytes.ts";

describe("the tag of a page", () => {
  test("is a weak entity tag", () => {
    expect(tagPage({ a: 1 })).toMatch(/^W\/"[\w-]+"$/);
  });

  test("is the same for equal data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(tagPage(value)).toBe(tagPage(structuredClone(value)));
      }),
    );
  });

  test("differs for values that JSON drops", () => {
    const tags = [
      new Map([["a", 1]]),
      new Map([["a", 2]]),
      new Set(["a"]),
      new Set(["b"]),
      10n,
      11n,
      new Date(0),
      new Date(1),
      {},
      undefined,
    ].map((value) => tagPage([value]));
    expect(new Set(tags).size).toBe(tags.length);
  });

  test.each([
    ["the tag itself", (tag: string) => tag, true],
    ["the tag as a strong one", (tag: string) => tag.replace("W/", ""), true],
    ["one of several", (tag: string) => `"x", ${tag} , "y"`, true],
    ["any", () => "*", true],
    ["another", () => 'W/"x"', false],
    ["no header", () => null, false],
    ["an empty header", () => "", false],
  ])("If-None-Match with %s", (_name, header, known) => {
    const tag = tagPage("page");
    expect(isKnown(tag, header(tag))).toBe(known);
  });
});
