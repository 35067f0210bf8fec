import { expect, test } from "vitest";
import { keySentences } from "#server/upstream/summaries/key-sentences.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";

const disclosure = [
  `SELLER'S PROPERTY DISCLOSURE

Seller has owned the property since 2009. The basement flooded in March 2017 after the sump pump failed, and the carpet was
replaced. Seller is not aware of other water damage.

The homeowners association charges $385 a month. A special assessment of $4,200 is due on September 1, 2026, and the buyer shall
pay it after closing.`,
  `The shed was built without a permit. A notice of violation was served by the county in 2021 and has not been resolved.

Short-term rentals are prohibited by the association. Two dogs or cats are allowed.

The parties agree that this disclosure is not a warranty of any kind by the seller.`,
];

test("of an inspection report it takes defects, urgent and costly items, each with its page, in the report's order", () => {
  expect(keySentences(inspectionReport)).toEqual([
    { page: 1, text: expect.stringContaining("the roof and the electrical panel need attention before closing") },
    { page: 1, text: expect.stringContaining("evaluate the items below within 10 days") },
    { page: 2, text: expect.stringContaining("replacement of the roof covering") },
    { page: 3, text: expect.stringContaining("known fire hazard") },
    { page: 3, text: expect.stringContaining("no GFCI protection, which is a shock hazard") },
    { page: 3, text: expect.stringContaining("carbon monoxide alarm is missing") },
    { page: 5, text: expect.stringContaining("structural engineer must evaluate it") },
    { page: 5, text: expect.stringContaining("the deck is unsafe") },
  ]);
});

test("of a disclosure it takes floods, money and violations, and no disclaimer", () => {
  const said = keySentences(disclosure)
    .map(({ text, page }) => `${page} ${text}`)
    .join("\n");
  expect(said).toMatch(/^1 The basement flooded in March 2017/m);
  expect(said).toMatch(/^1 A special assessment of \$4,200 is due/m);
  expect(said).toMatch(/^2 A notice of violation/m);
  expect(said).toMatch(/^2 Short-term rentals are prohibited/m);
  expect(said).not.toContain("not a warranty");
});

test("every point is a sentence of its page, word for word, and the choice is always the same", () => {
  const points = keySentences(inspectionReport);
  for (const { text, page } of points) {
    expect(bare(inspectionReport[page - 1] ?? "")).toContain(bare(text));
  }
  expect(keySentences([...inspectionReport])).toEqual(points);
  expect(points.length).toBeLessThanOrEqual(8);
});

test("repeated sentences are taken once", () => {
  const twice = "The sewer line is cracked and must be replaced by a licensed plumber.";
  const again = "A licensed plumber must replace the cracked sewer line.";
  expect(
    keySentences([`${twice}\n\n${again}\n\nThe kitchen was painted in a light green two years ago.`]),
  ).toHaveLength(2);
});

test.each([
  ["nothing", []],
  ["tables", ["Item   Low   High\nRoof 1,200 1,900\n\n12 14 18 22 29 31 1,200 900"]],
  ["headings", ["ROOF\n\nPLUMBING\n\nELECTRICAL"]],
  ["a very long text without a stop", ["word ".repeat(5000)]],
])("of %s there is nothing to take", (_, pages) => {
  expect(keySentences(pages)).toEqual([]);
});

test("a text of another language has key sentences too", () => {
  const page = `Das Dach ist undicht und muss bald erneuert werden. Die Kosten dafür betragen etwa 12.000 € nach Schätzung des
Dachdeckers. Der Garten liegt nach Süden und ist sehr schön angelegt.`;
  expect(keySentences([page]).map(({ text }) => text)).toContainEqual(expect.stringContaining("12.000 €"));
});

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
