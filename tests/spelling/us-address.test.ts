import { describe, expect, test } from "vitest";
import { addressKeyOf, isNumberAlone, splitAddress, streetOf, zipIn } from "#spelling/us-address.ts";

describe("spellings of one home have one key", () => {
  test.each([
    ["900 North 5th Street Apt 3", "900 N 5th St #3"],
    ["900 N. Fifth St. Unit 3", "900 N 5TH ST APT # 3"],
    ["901 St Helens Ave", "901 Saint Helens Avenue"],
    ["12 Mt. Baker Blvd, Ste 4", "12 mount baker boulevard suite 4"],
    ["7 NE Oak Rd.", "7 Northeast Oak Road"],
  ])("%s: %s", (one, other) => {
    expect(addressKeyOf(one)).toBe(addressKeyOf(other));
  });
});

describe("different homes have different keys", () => {
  test.each([
    ["900 N 5th St #1", "900 N 5th St #2"],
    ["900 N 5th St Apt 3", "900 N 5th St"],
    ["123 Avenue A", "123 Avenue B"],
    ["12 Broadway", "12 1/2 Broadway"],
    ["5 Oak St", "5 Oak Ct"],
    ["5 N Oak St", "5 S Oak St"],
  ])("%s: %s", (one, other) => {
    expect(addressKeyOf(one)).not.toBe(addressKeyOf(other));
  });
});

test.each([
  ["1842 N Birch St #204, Seattle, WA 98103", "1842 N Birch St #204", "Seattle", "WA", "98103"],
  ["318 Gull Way, Tacoma, WA 98407", "318 Gull Way", "Tacoma", "WA", "98407"],
  ["2750 State Route 16, Unit B, Gig Harbor WA 98335", "2750 State Route 16, Unit B", "Gig Harbor", "WA", "98335"],
  ["1842 N Birch St Seattle WA 98103-1234", "1842 N Birch St", "Seattle", "WA", "98103-1234"],
  ["7 Oak Ave NE Apt 2 Saint Paul Minnesota 55101", "7 Oak Ave NE Apt 2", "Saint Paul", "MN", "55101"],
  ["7 Oak Ave, New York, New York", "7 Oak Ave", "New York", "NY", ""],
  ["9 Elm St, Charleston, West Virginia, 25301, USA", "9 Elm St", "Charleston", "WV", "25301"],
  ["Lot 14 Deer Run", "Lot 14 Deer Run", "", "", ""],
  ["12 Washington", "12 Washington", "", "", ""],
  ["10 Calle Mayor, Apt 2", "10 Calle Mayor, Apt 2", "", "", ""],
])("%s is split", (typed, street, city, state, zip) => {
  expect(splitAddress(typed)).toEqual({ street, city, state, zip });
});

test.each([
  ["2134", "MA", "02134"],
  ["2134-1208", "Massachusetts", "02134-1208"],
  ["7102.0", "nj", "07102"],
  ["926", "PR", "00926"],
  ["2134", "WA", "2134"],
  ["07102", "NJ", "07102"],
])("ZIP code %s in %s is %s", (typed, state, zip) => {
  expect(zipIn(typed, state)).toBe(zip);
});

const none = { number: "", direction: "", name: "", suffix: "", directionAfter: "", unit: "" };
test.each([
  ["", { ...none, number: "1842", direction: "N", name: "Birch", suffix: "St", unit: "204" }, "1842 N Birch St #204"],
  ["1842", { ...none, name: "Birch", suffix: "St", unit: "Unit 5C" }, "1842 Birch St Unit 5C"],
  ["Birch St", { ...none, number: "1842" }, "1842 Birch St"],
  ["77 Harbor St Unit 5C", { ...none, number: "77", unit: "5C" }, "77 Harbor St Unit 5C"],
  ["", { ...none, unit: "5C" }, ""],
])("the parts of %j are one line", (typed, parts, street) => {
  expect(streetOf(typed, parts)).toBe(street);
});

test("a number alone is no address", () => {
  expect(["1842", "#12", "12b", "12 Elm"].map(isNumberAlone)).toEqual([true, true, true, false]);
});
