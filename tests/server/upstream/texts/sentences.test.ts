import { expect, test } from "vitest";
import { sentencesOf } from "#server/upstream/texts/sentences.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";

const texts = (...pages: string[]) => sentencesOf(pages).map(({ text }) => text);

test("lines that were broken to fit the page are one sentence, over a hyphen too", () => {
  expect(
    texts("The roof covering is asphalt shingle and in need of re-\nplacement by a roofer\nsoon. It leaks."),
  ).toEqual(["The roof covering is asphalt shingle and in need of replacement by a roofer soon.", "It leaks."]);
});

test("abbreviations and numbers end no sentence", () => {
  expect(texts("The deck is approx. 12.5 ft. above grade. See no. 4, i.e. the rail.")).toEqual([
    "The deck is approx. 12.5 ft. above grade.",
    "See no. 4, i.e. the rail.",
  ]);
});

test("items of a list are apart, and headings are where they belong", () => {
  const page =
    "1. ROOF\n\n• Shingles are missing.\n• Flashing is loose,\nand so is the vent.\n\nPlumbing\n\nThe trap leaks.";
  expect(sentencesOf(["", page, "No heading here, but the last one holds."])).toEqual([
    { text: "Shingles are missing.", page: 2, heading: "ROOF", isFirst: true },
    { text: "Flashing is loose, and so is the vent.", page: 2, heading: "ROOF", isFirst: true },
    { text: "The trap leaks.", page: 2, heading: "Plumbing", isFirst: true },
    { text: "No heading here, but the last one holds.", page: 3, heading: "Plumbing", isFirst: true },
  ]);
});

test("a report's sentences are under their headings, without the lines that repeat on every page", () => {
  const sentences = sentencesOf(inspectionReport);
  expect(sentences.filter(({ text }) => /Cascade Home Inspections LLC\s|Page \d of/.test(text))).toEqual([]);
  expect(sentences).toContainEqual({
    text: "Several shingles are missing on the north slope above the garage, and the underlayment is exposed.",
    page: 2,
    heading: "ROOF",
    isFirst: false,
  });
  expect(sentences.find(({ text }) => text.startsWith("The furnace"))?.heading).toBe("HEATING AND COOLING");
});

test("a list of contents is left out, and what speaks of one page is not", () => {
  const contents = "Roof, page 2: missing shingles; torn felt.\n\nElectrical, page 4: double-tapped breaker.";
  expect(texts(`${contents}\n\nThe roof leaks at the chimney.`)).toEqual(["The roof leaks at the chimney."]);
  expect(texts("Plumbing that leaks ........ 5\nHeating that failed . . . . . 6\n\nThe roof leaks.")).toEqual([
    "The roof leaks.",
  ]);
  const one = "In the photo, page 3, the flashing is loose.";
  expect(texts(one)).toEqual([one]);
});

test("nothing gives nothing", () => {
  expect(texts("", "  \n ")).toEqual([]);
});
