import { describe, expect, test } from "vitest";
import { listQuery, plainQuery } from "#app/json-api/query.ts";

const defaults = "?page%5Bcount%5D=true&page%5Blimit%5D=15&sort=-inserted_at";

describe("a list's query", () => {
  test("asks for the newest 15 with a total, brackets encoded", () => {
    expect(listQuery()).toBe(defaults);
  });

  test("has the caller's parameters after the defaults, or replacing them", () => {
    expect(listQuery({ include: ["buyer_profile", "people"], "filter[search]": "Ann & Bo" })).toBe(
      `${defaults}&include=buyer_profile%2Cpeople&filter%5Bsearch%5D=Ann%20%26%20Bo`,
    );
    expect(listQuery({ sort: "name", "page[limit]": 3, "page[count]": false })).toBe(
      "?page%5Bcount%5D=false&page%5Blimit%5D=3&sort=name",
    );
  });

  test.each(["start", "end", "_rsc"])("never has %s", (name) => {
    expect(listQuery({ [name]: "1" })).toBe(defaults);
    expect(listQuery(new URLSearchParams([[name, "1"]]))).toBe(defaults);
    expect(plainQuery({ [name]: "1" })).toBe("");
  });

  test("takes a page's own parameters, too", () => {
    expect(listQuery(new URLSearchParams("sort=name&start=1&page[after]=x%3D"))).toBe(
      "?page%5Bcount%5D=true&page%5Blimit%5D=15&sort=name&page%5Bafter%5D=x%3D",
    );
  });

  test("leaves out what is null or undefined", () => {
    expect(listQuery({ "page[after]": null, include: undefined })).toBe(defaults);
  });
});

describe("any other call's query", () => {
  test("is the caller's alone", () => {
    expect(plainQuery()).toBe("");
    expect(plainQuery({ include: "buyer_profile" })).toBe("?include=buyer_profile");
  });

  test("encodes any text", () => {
    const typed = "a\u0000b\ud800 ü🏠 \r\n[%]";
    const [, value] = plainQuery({ q: typed }).split("=");
    expect(value).toMatch(/^[\w%.~!*'()-]+$/);
    expect(decodeURIComponent(value ?? "")).toBe(typed.toWellFormed());
  });
});
