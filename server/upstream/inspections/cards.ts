/**
 * Findings under a line that says nothing but how bad they are: cards with a title above or below it, numbered items with "Repair or
 * Replace" beneath, and lists under "Safety hazards".
 */
import { paragraphsOf, startsItem } from "../texts/sentences.ts";
import { type Draft, draftOf, isAdvice } from "./reading.ts";
import { isDefinition, numbered, type ReportLine } from "./report-lines.ts";
import type { Words } from "./wording.ts";

/** Findings, and the places of the lines that were read. */
export interface Reading {
  readonly findings: readonly Draft[];
  readonly taken: ReadonlySet<number>;
}

const mostTitles = 4;

export function readCards(lines: readonly ReportLine[], words: Words): Reading {
  const findings: Draft[] = [];
  const taken = new Set<number>();
  const starts = lines.flatMap((line, place) => {
    if (line.category === null || line.section === "notice") return [];
    const first = titlesAbove(lines, place);
    return isLabel(lines, place, first) ? [] : [{ place, first }];
  });
  for (const [index, { place, first }] of starts.entries()) {
    const { category } = lines[place] ?? {};
    const next = starts[index + 1]?.first ?? lines.length;
    const isList = first === place && isItem(lines[place + 1]);
    const end = endOf(lines, place, next, isList);
    if (category == null || category.severity === null) continue;
    const noted = isList ? listed(lines, place, end, words) : card(lines, place, first, end, words);
    if (noted.length === 0) continue;
    findings.push(...noted);
    for (let line = first; line < end; line += 1) taken.add(line);
  }
  return { findings, taken };
}

/** Where the few words above a category begin: its title, place and number. */
function titlesAbove(lines: readonly ReportLine[], place: number): number {
  let first = place;
  for (let index = place - 1; index >= 0 && place - index <= mostTitles; index -= 1) {
    const line = lines[index];
    const below = lines[index + 1];
    if (line === undefined || below === undefined || !isTitle(line)) break;
    const isBare = line.isHeading && line.number === null && line.heading === line.text;
    if (isBare && below.isApart) break;
    // What stands apart above a title belongs to something else.
    if (first < place && below.isApart && line.number === null) break;
    first = index;
    if (line.number !== null) break;
  }
  return first;
}

function isTitle({ text, folded, category, section }: ReportLine): boolean {
  if (section === "notice" || category !== null || isAdvice(folded) || !/\p{L}{2}/u.test(text)) return false;
  if (
    /^(?:observations?|findings|deficienc\w+|defects|comments|details|information|limitations|summary|recomm\w+|hallazgos|observaciones)$/.test(
      folded,
    )
  )
    return false;
  if (/[.!?;]$/.test(text) || text.length > 90 || /[☐☒\t]/.test(text) || /[$€£]\d/.test(text)) return false;
  return !/^(?:recommendation|action|cost|est\w*|implication|description|photo|picture|note|task|time)\b[^:]{0,20}:/.test(
    folded,
  );
}

/** "Recommendation" above what to do is no kind of finding. */
function isLabel(lines: readonly ReportLine[], place: number, first: number): boolean {
  const line = lines[place];
  if (
    line === undefined ||
    !/^[^a-z]*(?:recommend(?:ation|ed action)?s?|action(?: needed)?|repair|correction|recomendacion(?:es)?)[^a-z]*$/.test(
      line.folded,
    )
  )
    return false;
  const next = lines[place + 1];
  if (next === undefined || isAdvice(next.folded)) return true;
  return first === place && !isItem(next) && !isTitle(next);
}

function isItem(line: ReportLine | undefined): boolean {
  return line !== undefined && startsItem.test(line.text);
}

function endOf(lines: readonly ReportLine[], place: number, next: number, isList: boolean): number {
  let end = place + 1;
  for (; end < next; end += 1) {
    const line = lines[end];
    if (line === undefined || line.section === "notice") break;
    const isNumber =
      line.number !== null &&
      !isList &&
      !/[.!?]$/.test(line.text) &&
      line.text.length < 90 &&
      /\d\.\d|^\d+:|^[A-Z]\./.test(line.number);
    if (end > place + 1 && (line.isHeading || isNumber)) break;
    if (line.isHeading && line.heading === line.text && line.isApart && lines[end + 1]?.isApart !== false) break;
  }
  return end;
}

function card(lines: readonly ReportLine[], place: number, first: number, end: number, words: Words): Draft[] {
  const line = lines[place];
  if (line?.category == null) return [];
  const above = lines.slice(first, place);
  const numberLine = above.find(({ number }) => number !== null);
  const others = above.filter((one) => one !== numberLine && !/^(?:location|place|where|room|area)\b/.test(one.folded));
  const component = numberLine === undefined ? null : numberLine.text.replace(numbered, "");
  let title = others[0] === undefined ? afterColon(component) : withoutLabel(others[0].text.replace(startsItem, ""));
  let from = place + 1;
  const below = lines[from];
  if (title === null && below && from < end && isTitle(below) && end - from > 1 && !isItem(below)) {
    title = withoutLabel(below.text);
    from += 1;
  }
  const body = lines.slice(from, end);
  const paragraphs = bodyOf(body);
  const costText = body
    .filter(({ text }) => /[$€£]/.test(text))
    .map(({ text }) => text)
    .join(" ");
  const { heading, section, page, category } = line;
  const shared = {
    category,
    heading: numberLine?.heading === numberLine?.text ? heading : (numberLine?.heading ?? heading),
    section,
    number: numberLine?.number ?? null,
    component,
  };
  const items = body.filter(isItem).length > 1 ? paragraphs : null;
  if (items !== null && others.length === 0)
    return items.map((text) => draftOf({ ...shared, title: null, text, page: pageOf(body, text, page) }, words));
  const text = paragraphs.join(" ");
  if (isDefinition(text.toLowerCase()) || (title ?? text).trim().split(" ").length + (title === null ? 0 : 1) < 2)
    return text === "" && title === null
      ? []
      : title !== null && text !== "" && !isDefinition(text.toLowerCase())
        ? [draftOf({ ...shared, title, text, costText, page }, words)]
        : [];
  return [draftOf({ ...shared, title, text, costText, page: above[0]?.page ?? page }, words)];
}

/** "Roof - Coverings: Lifted Tabs" has its title in the end. */
function afterColon(component: string | null): string | null {
  const place = component?.lastIndexOf(": ") ?? -1;
  const title = place === -1 ? "" : (component?.slice(place + 2).trim() ?? "");
  return /^\p{Lu}/u.test(title) && title.length > 3 ? title : null;
}

function listed(lines: readonly ReportLine[], place: number, end: number, words: Words): Draft[] {
  const line = lines[place];
  if (line?.category == null) return [];
  const body = lines.slice(place + 1, end);
  const { heading, section, page, category } = line;
  return bodyOf(body)
    .filter((text) => !isDefinition(text.toLowerCase()) && /\s/.test(text))
    .map((text) =>
      draftOf(
        { title: null, component: null, text, category, heading, section, page: pageOf(body, text, page) },
        words,
      ),
    );
}

function pageOf(body: readonly ReportLine[], text: string, page: number): number {
  const start = text.slice(0, 12);
  return body.find((line) => line.text.includes(start))?.page ?? page;
}

const label =
  /^(?:description|finding|observations?|issue|defect|deficiency|problem|details?|comments?|condition|concern|title|hallazgo|descripcion)\s*:\s*/i;
const withoutLabel = (text: string) => text.replace(label, "");

/** Paragraphs of a finding, without whom to call, where it is and what it costs alone. */
export function bodyOf(body: readonly ReportLine[]): readonly string[] {
  const texts: string[] = [];
  let isAfterLabel = false;
  for (const { text, folded, isApart, category } of body) {
    const isAdviceLabel = /^[^a-z]*(?:recommend\w*|action|recomendacion)s?:?$/.test(folded);
    if (isAdviceLabel || (category !== null && /^[^a-z]*recommend/.test(folded))) {
      isAfterLabel = true;
      continue;
    }
    if (isAfterLabel || isAdvice(folded)) {
      isAfterLabel = false;
      continue;
    }
    if (
      /^(?:location|place|room|where|area|recommend\w*|action|implications?|impact|risk|est\w*(?: repair)? costs?|costs?(?: estimate)?|repair cost|budget|task|time|photo|picture|figure|image|contractor|trade|ubicacion|recomendacion|costo(?: estimado)?)\b[^:]{0,20}:/.test(
        folded,
      )
    )
      continue;
    if (/^(?:\d[\d.]* )?(?:photo|picture|figure|image)s? ?#?\d+/.test(folded)) continue;
    if (isApart && texts.length > 0) texts.push("");
    texts.push(withoutLabel(text.replaceAll("\t", " ")));
  }
  return paragraphsOf(texts);
}
