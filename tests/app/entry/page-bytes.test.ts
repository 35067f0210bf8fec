import { expect, test } from "vitest";
import { fillPlaces } from "#app/entry/page-bytes.ts";

const filled = (html: string) =>
  String(
    fillPlaces(html, [
      ["<1>", Buffer.from("$& Tomás")],
      ["<2>", Buffer.from("’")],
    ]),
  );

test.each([
  ["", ""],
  ["Chloé’s page", "Chloé’s page"],
  ["é<1>’<2>é", "é$& Tomás’’é"],
  ["<1><2>", "$& Tomás’"],
  ["<2>", "’"],
  ["<1> and <1>", "$& Tomás and <1>"],
])("%s gets its texts, each once", (html, whole) => {
  expect(filled(html)).toBe(whole);
});
