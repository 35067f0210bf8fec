/** The lines of a report, each with the section that it is in. */
import { foldLetters } from "../../../spelling/folding.ts";
import { keyOf, leadsToPage, runningLines } from "../texts/sentences.ts";
import { type Category, lineCategory } from "./categories.ts";
import { defectIn, partIn, type Words } from "./wording.ts";

/** "house": what was found. "summary": what is said elsewhere, too. "notice": what no house is about. */
export type SectionKind = "house" | "summary" | "notice";

export interface ReportLine {
  readonly text: string;
  readonly folded: string;
  readonly page: number;
  /** Whether space is left above it. */
  readonly isApart: boolean;
  readonly isHeading: boolean;
  /** The line says nothing but how bad something is. */
  readonly category: Category | null;
  /** "2.1.1" or "A" before a few words. */
  readonly number: string | null;
  readonly heading: string | null;
  readonly section: SectionKind;
}

/** @param pages the text by page */
export function reportLines(pages: readonly string[], words: Words): readonly ReportLine[] {
  const running = runningLines(pages);
  const lines: ReportLine[] = [];
  let heading: string | null = null;
  let section: SectionKind = "house";
  for (const [index, page] of pages.entries()) {
    let isApart = true;
    for (const line of page.split("\n")) {
      const text = line.trim();
      if (text === "" || running.has(keyOf(line)) || leadsToPage(line)) {
        isApart = true;
        continue;
      }
      const folded = foldLetters(text);
      const isLone = /^[^\p{L}]*[\p{Lu}\d]/u.test(text) && !/[.,;]$/.test(text);
      const category = isLone ? lineCategory(folded) : null;
      const number = numberOf(text);
      const isHeading = category === null && looksLikeHeading(text, isApart) && !isTerseFinding(folded, words);
      if (isHeading) {
        const kind = kindOf(folded, words);
        if (kind !== null) section = kind;
        const isPart = number !== null && /\d\.\d/.test(number);
        if (heading === null || (!isPart && (kind !== null || partIn(folded, words) !== null))) heading = text;
      }
      lines.push({ text, folded, page: index + 1, isApart, isHeading, category, number, heading, section });
      isApart = false;
    }
  }
  return lines;
}

/** "2.1.1 Coverings", "A. Foundations", "12) Loose rail"; not "2.5 inches of rain fell." */
export const numbered =
  /^(?:(?:item|no\.?|defect|finding) )?#? ?(\d{1,2}(?:\.\d{1,3}){1,3}\.?|\d{1,3}[.):]|[A-Z][.)]|[IVX]{1,4}\.)(?: [-\u2013:])? {1,3}(?=\p{L})/u;

function numberOf(text: string): string | null {
  const [, number = null] = numbered.exec(text) ?? [];
  return number;
}

function looksLikeHeading(text: string, isApart: boolean): boolean {
  const bare = text.replace(numbered, "").replace(/\t/g, " ");
  if (text.includes("\t") || /[.!?;,]$/.test(bare) || /[☐☒$]/.test(text) || !/\p{L}{2}/u.test(bare)) return false;
  if (/^[•●▪■◦‣·*–—-]/.test(text)) return false;
  const words = bare.split(/\s+/);
  const isLoud = bare === bare.toUpperCase();
  if (isLoud) return words.length <= 12 && bare.length <= 90;
  if (/:\s*\S/.test(bare)) return /^(?:section|part|chapter)\b/i.test(bare) && words.length <= 6;
  return words.length <= 7 && bare.length <= 60 && (isApart || numberOf(text) !== null) && /^[\p{Lu}\d]/u.test(bare);
}

/** A few words that already say what is wrong and where. */
export function isTerseFinding(folded: string, words: Words): boolean {
  const bare = folded.replace(/^[^\p{L}]*/u, "");
  if (
    /^(?:major|minor|safety|summary|defects?|deficienc|key|definition|repair|maintenance|hazards?|recommend)\b/.test(
      bare,
    )
  )
    return false;
  const defect = defectIn(folded, words);
  return defect !== null && (defect.hazard !== null || (partIn(folded, words) !== null && bare.split(" ").length > 1));
}

const notice =
  /\b(?:standards?(?: of practice)?|limitations?|scope|disclaimers?|agreement|contract|glossary|definitions?|terms|notices?|legend|keys?|how to (?:read|use)|reading (?:this|the|your) report|about (?:this|the|your) (?:report|inspection)|rating(?:s| system| key)|explanation of|introduction|general information|preface|important information|inspection details|abbreviations|exclusions?|code of ethics|conditions of|categories|category descriptions|comment key|purpose|maintenance (?:tips|advice|schedule|plan)|homeowner(?:'s)? (?:tips|guide)|cover page|table of contents|contents|additional information|invoice|client information|privacy|copyright|normas|alcance|definiciones|glosario|limitaciones|avisos?|leyenda|aviso legal|garantia)\b/;
const summary =
  /\b(?:summar(?:y|ies)|overview|at a glance|highlights|executive|key findings|items? of note|recap|resumen|sumario|totals?|cost estimates? (?:list|summary)|repair (?:list|costs?|estimates?|request))\b/;

/** Null: it stays in what it is in. */
function kindOf(folded: string, words: Words): SectionKind | null {
  const bare = folded.replace(numbered, "");
  if (summary.test(bare)) return "summary";
  if (notice.test(bare)) return "notice";
  const isHouse =
    partIn(bare, words) !== null ||
    /\b(?:observations?|findings|deficienc\w+|defects|comments|kitchen|bath(?:room)?s?|bedrooms?|laundry|appliances|systems|results|hallazgos|observaciones|cocina|banos?|recamaras?)\b/.test(
      bare,
    );
  return isHouse ? "house" : null;
}

/** What a key explains is a kind, and no thing of this house. @param folded the words after "Safety Hazard:" */
export function isDefinition(folded: string): boolean {
  return (
    /^(?:=|(?:(?:a|an|any|all|the|those|these|this|each|every|such|some) )?(?:(?:inspected|individual|specific|listed|noted|above|following|functional|building|major|minor|other) )?(?:items?|conditions?|components?|systems?|defects?|issues?|something|things?|areas?|observations?|comments?|elements?|features?|category|rating|repairs?|concerns?|deficienc(?:y|ies)|units?|findings?|recommendations?)\b.{0,90}\b(?:that|which|are|is|was|not|need\w*|requir\w+|pos(?:e|es|ing)|consider\w*|should|may|could|deemed|recommended|likely|means)\b|(?:denotes?|indicates?|means|refers?|represents?|used|identifies)\b)/.test(
      folded,
    ) &&
    !/\b(?:at the|in the|on the|north|south|east|west|left|right|rear|front|upstairs|basement|kitchen|garage|master|hall|bath|bedroom|under|above|below|behind|beside)\b/.test(
      folded.replace(/\bin the (?:opinion|inspector|near|future|short|long|judgment)/g, ""),
    )
  );
}
