/** Findings in running text: a sentence about a defect and a part of the house; those that follow add cost and severity. */
import { foldLetters } from "../../../spelling/folding.ts";
import { type Sentence, sentencesOf } from "../texts/sentences.ts";
import { type CostRange, costsIn } from "./amounts.ts";
import type { Hazard } from "./hazards.ts";
import { type Draft, draftOf } from "./reading.ts";
import { isTerseFinding, type SectionKind } from "./report-lines.ts";
import { type Severity, severities } from "./severities.ts";
import { defectIn, type Part, partIn, says, type Words } from "./wording.ts";

interface Open {
  readonly sentence: Sentence;
  readonly part: Part | null;
  /** A known one. */
  readonly hazard: Hazard | null;
  readonly isTerse: boolean;
  severity: Severity;
  costs: CostRange | null;
  readonly texts: string[];
}

const most = 400;

/** @param rest of the text by page, without what other readers took */
export function readProse(
  rest: readonly string[],
  sections: ReadonlyMap<string, SectionKind>,
  words: Words,
): readonly Draft[] {
  const found: Open[] = [];
  let open: Open | null = null;
  let before: Sentence | null = null;
  for (const sentence of sentencesOf(rest, (paragraph) => isTerseFinding(foldLetters(paragraph), words))) {
    if (found.length >= most) break;
    const advised: Open | null = sentence.isFirst || open !== null ? null : advisedOn(before, sentence, words);
    const next: Open | null = advised ?? begin(sentence, words);
    // A title has its text below.
    const isBelow =
      open?.isTerse === true &&
      sentence.isFirst &&
      /[.!]$/.test(sentence.text) &&
      next?.isTerse !== true &&
      sentence.page === open.sentence.page;
    if (sentence.isFirst && !(isBelow && isRelated(open, next))) open = null;
    if (open !== null && (next === null || isSame(open, next, words) || isBelow)) {
      extend(open, sentence.text, next?.severity ?? null);
    } else if (next !== null) {
      found.push(next);
      open = next;
    }
    before = sentence;
  }
  return found.map((one) => finish(one, sections, words));
}

function begin(sentence: Sentence, words: Words): Open | null {
  const folded = foldLetters(sentence.text);
  const defect = defectIn(folded, words);
  const part = partIn(folded, words);
  const isPlaced =
    part !== null ||
    defect?.hazard != null ||
    (sentence.heading !== null && partIn(foldLetters(sentence.heading), words) !== null);
  if (defect === null || !isPlaced || /[:?]$/.test(folded)) return null;
  const own = part ?? (defect.hazard === null ? null : { system: defect.hazard.system, index: -1 });
  const isTerse = !/[.!?]$/.test(sentence.text) && folded.split(" ").length <= 8;
  return {
    sentence,
    part: own,
    hazard: defect.hazard,
    isTerse,
    severity: defect.severity,
    costs: costsIn(sentence.text),
    texts: [sentence.text],
  };
}

/** What is to be repaired is broken, in whatever words. */
function advisedOn(before: Sentence | null, { text }: Sentence, words: Words): Open | null {
  if (before === null) return null;
  const folded = foldLetters(before.text);
  const isKnown = says(folded, words.general) || says(folded, words.fine) || words.limits.test(folded);
  if (isKnown || !says(foldLetters(text), words.advice)) return null;
  const part = partIn(folded, words) ?? partIn(foldLetters(before.heading ?? ""), words);
  if (part === null) return null;
  const costs = costsIn(`${before.text} ${text}`);
  return {
    sentence: before,
    part,
    hazard: null,
    isTerse: false,
    severity: "repair",
    costs,
    texts: [before.text, text],
  };
}

/** One finding for each part in a paragraph, and for each known danger that a sentence begins with. */
function isSame(open: Open, next: Open, words: Words): boolean {
  const isOther = next.hazard?.severity === "safety" && next.hazard !== open.hazard && !open.isTerse;
  if (isOther && !words.again.test(foldLetters(next.sentence.text))) return false;
  return (
    next.part === null ||
    (open.part !== null && open.part.system === next.part.system && open.part.index === next.part.index)
  );
}

function isRelated(open: Open | null, next: Open | null): boolean {
  return open !== null && (next === null || next.part === null || open.part?.system === next.part.system);
}

function extend(open: Open, text: string, severity: Severity | null): void {
  open.costs ??= costsIn(text);
  if (severity === null) return;
  open.texts.push(text);
  if (severities.indexOf(severity) < severities.indexOf(open.severity)) open.severity = severity;
}

function finish(
  { sentence, severity, costs, texts }: Open,
  sections: ReadonlyMap<string, SectionKind>,
  words: Words,
): Draft {
  const { heading, page } = sentence;
  const section = sections.get(heading ?? "") ?? "house";
  const [title = "", ...others] = texts;
  const isTitle = !/[.!?]$/.test(title) && others.length > 0;
  const category = { severity, isGeneral: false };
  const text = texts.join(" ");
  return draftOf(
    { title: isTitle ? title : null, component: null, text, costs, category, heading, page, section },
    words,
  );
}
