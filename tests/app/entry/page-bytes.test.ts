import { expect, test } from "vitest";
import { bytesOf, fillPlaces } from "#app/entry/page-bytes.ts";

const first = Buffer.from("$& Tomás");
const second = Buffer.from("’");
const fill = (html: string) =>
  fillPlaces(html, [
    ["<1>", first],
    ["<2>", second],
  ]);

test.each([
  ["", ""],
  ["Chloé’s page", "Chloé’s page"],
  ["é<1>’<2>é", "é$& Tomás’’é"],
  ["<1><2>", "$& Tomás’"],
  ["<2>", "’"],
  ["<1> and <1>", "$& Tomás and <1>"],
])("%s gets its texts, each once", (html, whole) => {
  expect(bytesOf(fill(html)).toString()).toBe(whole);
});

test("its texts are the same buffers each time, and are marked as shared", () => {
  const shared = fill("a<1>b<2>c").filter(({ isShared }) => isShared);
  expect(shared.map(({ bytes }) => bytes)).toEqual([first, second]);
  expect(shared[0]?.bytes).toBe(first);
});
