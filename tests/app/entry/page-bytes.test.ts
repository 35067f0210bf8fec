import { expect, test } from "vitest";
import { bytesOf, fillPlaces } from "#app/entry/page-bytes.ts";

const first = Buffer.from("$& Tomás");
const second = Buffer.from("’");
const long = "x".repeat(600);
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
  const [, one, , two] = fill(`${long}<1>${long}<2>${long}`);
  expect([one, two]).toEqual([
    { bytes: first, isShared: true },
    { bytes: second, isShared: true },
  ]);
  expect(one?.bytes).toBe(first);
});

test("short texts around them are the same buffers on the next page, too, and long ones are each page's own", () => {
  const [page, next] = ["Maya", "Ben"].map((name) => fill(`<head><1>${name}${long}<2></html>`));
  const shared = (pieces: typeof page) => pieces?.filter(({ isShared }) => isShared).map(({ bytes }) => bytes) ?? [];
  expect(shared(page).map(String)).toEqual(["<head>", String(first), String(second), "</html>"]);
  expect(shared(next).map((bytes, index) => bytes === shared(page)[index])).toEqual([true, true, true, true]);
  expect(next?.find(({ isShared }) => !isShared)?.bytes.toString()).toBe(`Ben${long}`);
});

test("no more than some hundred short texts are kept", () => {
  const text = "A title.";
  const kept = () => fill(text)[0]?.bytes;
  const before = kept();
  expect(kept()).toBe(before);
  for (let page = 0; page < 500; page += 1) fill(`A title ${page}.`);
  expect(kept()).not.toBe(before);
});
