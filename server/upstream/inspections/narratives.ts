/** Findings of one paragraph that name their kind: "Safety Issue: …", "[Repair] …", "Gutters: Poor - …", "… (Monitor)". */
import { foldLetters } from "../../../spelling/folding.ts";
import { paragraphsOf, startsItem } from "../texts/sentences.ts";
import type { Reading } from "./cards.ts";
import { type Category, categoryOf } from "./categories.ts";
import { type Draft, draftOf, isAdvice } from "./reading.ts";
import { isDefinition, numbered, type ReportLine } from "./report-lines.ts";
import { defectIn, partIn, type Words } from "./wording.ts";

interface Named {
  readonly category: Category;
  readonly component: string | null;
  readonly text: string;
}

export function readNarratives(lines: readonly ReportLine[], taken: ReadonlySet<number>, words: Words): Reading {
  const findings: Draft[] = [];
  const read = new Set<number>();
  const dotted = lines.filter(({ text }) => ratedLine(text) !== null).length;
  for (let index = 0; index < lines.length; ) {
    const end = endOf(lines, taken, index);
    const [line, ...rest] = lines.slice(index, end);
    const start = index;
    index = Math.max(end, index + 1);
    if (line === undefined || end === start || line.section === "notice") continue;
    const [paragraph = ""] = paragraphsOf([line, ...rest].map(({ text }) => text.replaceAll("\t", "  ")));
    const whole = rest.length === 0 ? line.text : paragraph;
    const bare = whole.replace(numbered, "").replace(startsItem, "");
    const found = prefixed(bare) ?? suffixed(bare) ?? (dotted > 2 ? ratedLine(whole) : null) ?? crossed(whole);
    if (found === null) continue;
    for (let place = start; place < end; place += 1) read.add(place);
    const { category, text, component } = found;
    if (category.severity === null) {
      // It is fine by its kind, whatever is said of it, unless that is dangerous.
      if (defectIn(foldLetters(text), words)?.severity !== "safety") continue;
    }
    const folded = foldLetters(text);
    if (isDefinition(folded) || isAdvice(folded) || !/\s/.test(text)) continue;
    const isNamed =
      component !== null || partIn(folded, words) !== null || defectIn(folded, words) !== null || line.heading !== null;
    if (!isNamed) continue;
    const { heading, page, section, number } = line;
    const title = component !== null && text.split(/\s+/).length <= 5 ? `${component}: ${text}` : null;
    findings.push(
      draftOf({ title, component, text: title === null ? text : "", category, heading, page, section, number }, words),
    );
  }
  return { findings, taken: read };
}

/** Lines that go on belong to the same paragraph. */
function endOf(lines: readonly ReportLine[], taken: ReadonlySet<number>, start: number): number {
  let end = start;
  for (; end < lines.length && !taken.has(end); end += 1) {
    const line = lines[end];
    if (line === undefined || (line.isHeading && line.heading === line.text)) break;
    if (end === start) continue;
    const bare = line.text.replace(numbered, "").replace(startsItem, "");
    const isNew =
      line.isApart ||
      startsItem.test(line.text) ||
      line.category !== null ||
      prefixed(bare) !== null ||
      ratedLine(line.text) !== null;
    if (isNew) break;
  }
  return end;
}

/** Words before a colon, a dash or a bracket, and those behind it. */
function partedAt(text: string): { readonly phrase: string; readonly rest: string } | null {
  const head = text.slice(0, 52);
  const sign = /[:\])\u2014]| [-\u2013] /.exec(head.slice(2));
  if (sign === null) return null;
  const place = sign.index + 2;
  const phrase = head.slice(0, place).replace(/^[[(]/, "").trim();
  const rest = text
    .slice(place + sign[0].length)
    .replace(/^[ :\u2013\u2014-]{1,4}/, "")
    .trim();
  return /[.!?;]/.test(phrase) || rest === "" ? null : { phrase, rest };
}

const noKind = /^(?:no|yes|note|general|info|information|comments?|i|d|health|service|present|none)$/i;

/** "Safety Issue: text", and "Roof - Major: text". */
function prefixed(text: string): Named | null {
  const parted = partedAt(text);
  if (parted === null) return null;
  const { phrase, rest } = parted;
  const category = noKind.test(phrase) ? null : categoryOf(foldLetters(phrase), /^[[(]/.test(text));
  if (category !== null) return { category, component: null, text: rest };
  const inner = phrase.split(/\s+/).length > 5 ? null : partedAt(rest);
  const own = inner === null || noKind.test(inner.phrase) ? null : categoryOf(foldLetters(inner.phrase));
  return inner === null || own === null ? null : { category: own, component: phrase, text: inner.rest };
}

/** "The handrail is loose. (Safety Hazard)". */
function suffixed(text: string): Named | null {
  const tail = text.slice(-44);
  const place = Math.max(
    tail.lastIndexOf("("),
    tail.lastIndexOf("["),
    tail.lastIndexOf(" - "),
    tail.lastIndexOf(" \u2013 "),
  );
  const rest = text.slice(0, text.length - tail.length + place).trim();
  if (place === -1 || rest.length < 10) return null;
  const category = categoryOf(foldLetters(tail.slice(place)));
  return category === null || category.severity === null ? null : { category, component: null, text: rest };
}

/** "Gutters ....... Marginal - loose at the rear" in a checklist. */
function ratedLine(text: string): Named | null {
  const head = text.slice(0, 60);
  const place = head.search(/\.{3}|\. \. |\t|:|___| [-\u2013\u2014] /);
  if (place < 3 || !/^\p{L}/u.test(text)) return null;
  const rating = text.slice(place, place + 200).replace(/^[.:_\t \u2013\u2014-]{1,160}/, "");
  const [phrase = ""] = rating.slice(0, 30).split(/[\u2013\u2014:,;(\t]|\. | - /);
  const category = categoryOf(foldLetters(phrase));
  if (category === null) return null;
  const from = text.indexOf(phrase, place) + phrase.length;
  const said = text
    .slice(from)
    .replace(/^[ \u2013\u2014:,;.(\t-]{1,6}/, "")
    .replace(/\)$/, "");
  const name = head.slice(0, place).trim();
  return { category, component: name, text: said === "" ? `${name}: ${phrase.trim()}` : said };
}

/** "✗ Handrail loose". */
function crossed(text: string): Named | null {
  const rest = /^[✗✘❌✖☓×]/u.test(text) ? text.slice(1).trim() : "";
  return rest.length < 4 ? null : { category: { severity: "repair", isGeneral: true }, component: null, text: rest };
}
