/** Reads an inspection report by its layout: what no reader of a layout takes is read as sentences. */

import { readCards } from "./cards.ts";
import { english } from "./english.ts";
import { readForms } from "./forms.ts";
import { languageOf } from "./language.ts";
import { readNarratives } from "./narratives.ts";
import type { ProposedFinding } from "./proposed-finding.ts";
import { readProse } from "./prose.ts";
import type { Draft } from "./reading.ts";
import { type ReportLine, reportLines, type SectionKind } from "./report-lines.ts";
import { spanish } from "./spanish.ts";
import { readTables } from "./tables.ts";
import type { Words } from "./wording.ts";

export interface ReportReading {
  readonly findings: readonly ProposedFinding[];
  /** What it is written in, where that is no language that is read. */
  readonly unreadLanguage: string | null;
}

const languages: Readonly<Record<string, Words>> = { English: english, Spanish: spanish };
const maxFindings = 200;
/** More are not compared with each other. */
const maxDrafts = 400;

/** @param pages the text by page */
export function readReport(pages: readonly string[]): ReportReading {
  const language = languageOf(pages);
  const words = languages[language];
  if (words === undefined) return { findings: [], unreadLanguage: language };
  return { findings: findingsIn(pages, words), unreadLanguage: null };
}

/** The findings of a report in a language that is read; none of another. @param pages the text by page */
export function readFindings(pages: readonly string[]): readonly ProposedFinding[] {
  return readReport(pages).findings;
}

function findingsIn(pages: readonly string[], words: Words): readonly ProposedFinding[] {
  const lines = reportLines(pages, words);
  const taken = new Set<number>();
  const found: Draft[] = [];
  const without = () => lines.map((line, place) => (taken.has(place) ? blank(line) : line));
  for (const read of [readTables, readForms, readCards]) {
    const reading = read(without(), words);
    found.push(...reading.findings);
    for (const place of reading.taken) taken.add(place);
  }
  const narratives = readNarratives(lines, taken, words);
  found.push(...narratives.findings);
  for (const place of narratives.taken) taken.add(place);
  const sections = new Map<string, SectionKind>();
  for (const { heading, section } of lines)
    if (heading !== null) sections.set(heading.replace(/^\d+[.)]\s+/, ""), section);
  const noted = found.filter(({ section }) => section === "house").length;
  const prose = readProse(restOf(lines, taken, pages.length), sections, words);
  const body = prose.filter(({ section }) => section === "house").length + noted;
  // What a summary says in sentences of its own is about what is found below.
  found.push(...prose.filter(({ section, quote }) => section === "house" || body < 3 || !/[.!]$/.test(quote)));
  const ordered = found.toSorted((one, other) => one.page - other.page);
  return once(ordered.slice(0, maxDrafts))
    .slice(0, maxFindings)
    .map(({ section: _, number: __, context: ___, name: ____, ...finding }) => finding);
}

/** It parts what stands above and below it. */
function blank(line: ReportLine): ReportLine {
  return { ...line, text: "", folded: "", category: null, number: null, isHeading: false, isApart: true };
}

function restOf(lines: readonly ReportLine[], taken: ReadonlySet<number>, count: number): readonly string[] {
  const rest: string[][] = Array.from({ length: count }, () => []);
  for (const [place, { text, page, isApart, isHeading, section }] of lines.entries()) {
    const isLeft = taken.has(place) || section === "notice";
    rest[page - 1]?.push(...(isApart ? [""] : []), isLeft ? "" : text, ...(isHeading ? [""] : []));
  }
  return rest.map((page) => page.join("\n"));
}

/** What a summary repeats counts once, as it is said at length. */
function once(found: readonly Draft[]): readonly Draft[] {
  const bags = new Map(
    found.map((finding) => {
      const own = bagOf(`${finding.name} ${finding.quote}`);
      return [finding, { own, all: new Set(bagOf(finding.context)) }] as const;
    }),
  );
  const kept = new Set(found);
  const pages = [...Map.groupBy(found, ({ page }) => page).values()];
  for (const ofPage of pages) {
    const repeated = ofPage.filter((finding) =>
      [...kept].some((other) => other !== finding && isRepeat(finding, other, bags)),
    );
    // A page that others repeat almost whole is a summary, whatever it is called.
    const isSummary = repeated.length >= 3 && repeated.length >= 0.7 * ofPage.length;
    for (const finding of repeated) {
      const isSame = [...kept].some((other) => other !== finding && isCopy(finding, other));
      if (isSummary || finding.section === "summary" || isSame) kept.delete(finding);
    }
  }
  return found.filter((finding) => kept.has(finding));
}

/** Words of a finding, and of all around it. */
type Bags = ReadonlyMap<Draft, { readonly own: readonly string[]; readonly all: ReadonlySet<string> }>;

/** Whether another page says the same, and perhaps more. */
function isRepeat(finding: Draft, other: Draft, bags: Bags): boolean {
  if (finding.page === other.page && (finding.section !== "summary" || other.section === "summary"))
    return isCopy(finding, other);
  if (finding.section !== "summary" && other.section === "summary") return false;
  if (finding.number !== null && finding.number === other.number && /\d\.\d/.test(finding.number)) return true;
  const { own = [] } = bags.get(finding) ?? {};
  const { all: bag = new Set<string>() } = bags.get(other) ?? {};
  const shared = own.filter((word) => bag.has(word)).length;
  return own.length > 0 && shared >= 0.75 * own.length && bag.size >= own.length;
}

/** The same words, of the same part of the house. */
function isCopy(finding: Draft, other: Draft): boolean {
  const isSame = finding.quote === other.quote && finding.name === other.name && finding.system === other.system;
  return isSame && finding.quote.split(" ").length > 4;
}

const small = new Set(
  "the a an of at in on is are was were and or to it its this that with for by be has have from as no not should".split(
    " ",
  ),
);

function bagOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !small.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")))];
}
