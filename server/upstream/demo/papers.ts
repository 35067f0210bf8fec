/** What the demo's documents say, page by page. */
import { disclosureLines, guideLines, readingLines, tradeLines } from "./guide-lines.ts";
import type { DemoPackage } from "./package-table.ts";
import { reportSections } from "./report-lines.ts";

export type LineStyle = "title" | "heading" | "item" | "text";

export interface PaperLine {
  readonly style: LineStyle;
  readonly text: string;
}

/** A document of pages, as it is drawn and as it is read. */
export interface Paper {
  /** The heading of each page. */
  readonly running: string;
  /** The drawing of the house below the text of the first page; null for none. */
  readonly house: string | null;
  readonly pages: readonly (readonly PaperLine[])[];
}

export type Property = Pick<
  DemoPackage,
  "street" | "city" | "zip" | "area" | "beds" | "baths" | "sqft" | "ageInDays" | "lister" | "house"
>;

/** The text of a page, as it is read from the drawn one. */
export function textOf(page: readonly PaperLine[]): string {
  return page.map(({ text }) => text).join("\n\n");
}

interface Section {
  readonly heading: string;
  readonly about: string;
  readonly findings: readonly { readonly title: string; readonly text: string }[];
}

const sections: readonly Section[] = reportSections
  .split("\n# ")
  .slice(1)
  .map((section) => {
    const [heading = "", about = "", ...lines] = section.trim().split("\n");
    const findings = lines.map((line) => {
      const [title = ""] = line.slice(2).split(". ");
      return { title, text: line.slice(title.length + 4) };
    });
    return { heading, about, findings };
  });

/**
 * An inspection report: a page about the property, a page for each part of the house.
 * @param number of the house; each house has other findings
 * @param day of the inspection, as people write it
 */
export function inspectionReport(property: Property, number: number, day: string): Paper {
  const found = sections.map((section, place) => ({ ...section, findings: findingsOf(section, number + place) }));
  const running = `Cascade Home Inspections · ${property.street}`;
  const facts = [
    [property.beds, "bedrooms"],
    [property.baths, "baths"],
    [property.sqft, "square feet"],
  ].flatMap(([count, unit]) => (count === null ? [] : [`${count} ${unit}`]));
  const cover: PaperLine[] = [
    { style: "title", text: "Inspection report" },
    { style: "heading", text: `${property.street}, ${property.city} ${property.zip}` },
    { style: "text", text: `Inspected on ${day} by Dana Whitlock, licensed home inspector. ${facts.join(", ")}.` },
    { style: "heading", text: "Terms and scope" },
    {
      style: "text",
      text: "This report says what could be seen on one day without opening walls. It is limited to the parts named in it and is no warranty. Estimates of cost are ours; ask the trade before you rely on one.",
    },
    { style: "heading", text: "What is in this report" },
    ...found.map(({ heading, findings }, place): PaperLine => {
      const titles = findings.map(({ title }) => title.toLowerCase()).join("; ");
      return { style: "text", text: `${heading}, page ${place + 2}: ${titles}.` };
    }),
  ];
  const pages = found.map(({ heading, about, findings }): PaperLine[] => [
    { style: "title", text: heading },
    { style: "text", text: about },
    ...findings.flatMap(({ title, text }): PaperLine[] => [
      { style: "item", text: title },
      { style: "text", text },
    ]),
  ]);
  return { running, house: property.house, pages: [cover, ...pages] };
}

/** A report of three pages about no house in particular, to show clients what one is like. */
export function sampleReport(): Paper {
  const cover: PaperLine[] = [
    { style: "title", text: "Inspection report" },
    { style: "heading", text: "A sample for buyers" },
    {
      style: "text",
      text: "This is what an inspector sends two days after the visit. Read it with us, and ask what you do not understand before the deadline.",
    },
    { style: "heading", text: "How to read it" },
    ...readingLines.map((text): PaperLine => ({ style: "text", text })),
  ];
  const halves = [sections.slice(0, 3), sections.slice(3)];
  const pages = halves.map((half) =>
    half.flatMap(({ heading, about, findings }): PaperLine[] => [
      { style: "heading", text: heading },
      { style: "text", text: about },
      ...findings.slice(0, 2).flatMap(({ title, text }): PaperLine[] => [
        { style: "item", text: title },
        { style: "text", text },
      ]),
    ]),
  );
  return { running: "Cascade Home Inspections · Sample report", house: "moss", pages: [cover, ...pages] };
}

/** What every seller fills in, on one page. */
export function sellerDisclosure(): Paper {
  const title: PaperLine = { style: "title", text: "Seller disclosure" };
  return { running: "Seller disclosure", house: "linen", pages: [[title, ...linesOf(disclosureLines)]] };
}

/** Whom the agents call, on one page. */
export function tradesList(): Paper {
  const title: PaperLine = { style: "title", text: "Trades we call" };
  return { running: "Evergreen Realty · Trades", house: "clay", pages: [[title, ...linesOf(tradeLines)]] };
}

function linesOf(text: string): PaperLine[] {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.startsWith("# ") ? { style: "heading", text: line.slice(2) } : { style: "text", text: line }));
}

/** Two or three of a section's findings; the next house has others. */
function findingsOf({ findings }: Section, number: number): Section["findings"] {
  const count = 2 + (number % 2);
  return Array.from({ length: count }, (_, step) => findings[(number * 3 + step * 2) % findings.length]).flatMap(
    (finding, place, all) => (finding === undefined || all.indexOf(finding) !== place ? [] : [finding]),
  );
}

/** The sheet for visitors of the property. */
export function buyersGuide(
  { street, area, city, house }: Pick<Property, "street" | "area" | "city" | "house">,
  agent: string,
): Paper {
  const names = { street, area: area ?? city, agent };
  const filled = guideLines.replaceAll(/\{(street|area|agent)\}/g, (_, name: keyof typeof names) => names[name]);
  const lines = linesOf(filled);
  const half = lines.findIndex(({ text }) => text === "Inspections");
  const title: PaperLine = { style: "title", text: "Buyers guide" };
  return { running: `Buyers guide · ${street}`, house, pages: [[title, ...lines.slice(0, half)], lines.slice(half)] };
}
