/** Splits pages into sentences that can be quoted. */

export interface Sentence {
  readonly text: string;
  readonly page: number;
  /** The nearest heading above. */
  readonly heading: string | null;
  readonly isFirst: boolean;
}

/** Sentences of a text, without headings, tables of contents and running lines. @param isSaid whether a few words are no heading */
export function sentencesOf(
  pages: readonly string[],
  isSaid: (paragraph: string) => boolean = () => false,
): readonly Sentence[] {
  const running = runningLines(pages);
  const sentences: Sentence[] = [];
  let heading: string | null = null;
  for (const [index, page] of pages.entries()) {
    const lines = page
      .replaceAll("\t", " ")
      .split("\n")
      .filter((line) => !running.has(keyOf(line)) && !leadsToPage(line));
    const found: Sentence[] = [];
    for (const paragraph of paragraphsOf(lines)) {
      if (isHeading(paragraph) && !isSaid(paragraph)) {
        heading = paragraph;
        continue;
      }
      for (const [place, text] of splitSentences(paragraph).entries()) {
        found.push({ text, page: index + 1, heading, isFirst: place === 0 });
      }
    }
    sentences.push(...withoutContents(found));
  }
  return sentences;
}

/** "Roof ........ 4". */
export function leadsToPage(line: string): boolean {
  const text = line.trimEnd();
  const [number] = /(?<!\d)\d{1,3}$/.exec(text) ?? [];
  return number !== undefined && /(?:\. ?\. ?\. ?\.|…)$/.test(text.slice(0, -number.length).trimEnd());
}

/** "Roof, page 4: missing shingles; gutters full of debris." */
const pageReference = /^[^.!?:]{1,60}[,–—-]\s*(?:page|pg\.?|p\.)\s*\d{1,3}\b/i;

/** Leaves out sentences that only name a page, unless there is only one. */
function withoutContents(ofPage: readonly Sentence[]): readonly Sentence[] {
  const others = ofPage.filter(({ text }) => !pageReference.test(text));
  return ofPage.length - others.length < 2 ? ofPage : others;
}

/** Lines that repeat at the top and bottom of pages. */
export function runningLines(pages: readonly string[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const lines = page
      .replaceAll("\t", " ")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const margins = new Set([...lines.slice(0, 3), ...lines.slice(-3)].map(keyOf));
    for (const key of margins) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const often = Math.max(3, pages.length / 2);
  return new Set([...seen].flatMap(([key, times]) => (times >= often && key !== "" ? [key] : [])));
}

/** Without numbers. */
export function keyOf(line: string): string {
  return line.replace(/\d+/g, "#").trim().toLowerCase();
}

/** A bullet, a number or a letter before an item of a list. */
export const startsItem = /^(?:[•●▪■◦‣·*–-]|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,3}){1,3}\.?(?=\s+[A-Z])|\(?[a-zA-Z]\))\s+/;

/** Lines that belong together, in one; an empty line parts them. */
export function paragraphsOf(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [];
  const widest = Math.max(...lines.map(({ length }) => length), 0);
  let before = "";
  for (const line of lines) {
    const text = line.trim();
    const open = paragraphs.at(-1);
    const isNew = before === "" || startsItem.test(text) || isEnd(before, text, widest);
    if (text !== "" && (isNew || open === undefined)) paragraphs.push([text.replace(startsItem, "")]);
    else if (text !== "" && open !== undefined) append(open, text);
    before = text;
  }
  return paragraphs.map((pieces) => pieces.join("")).filter((paragraph) => paragraph !== "");
}

/** Whether a paragraph ends although no space is left: the line could have held more. */
function isEnd(before: string, after: string, widest: number): boolean {
  if (/[,;–-]$/.test(before) || !/^[\p{Lu}\d]/u.test(after)) return false;
  const [word = ""] = /^\S+/.exec(after) ?? [];
  return before.length < 0.6 * widest || (/[.!?]$/.test(before) && before.length + word.length < 0.85 * widest);
}

/** Only the last piece is compared, so that the time is linear. */
function append(pieces: string[], after: string): void {
  const before = pieces.pop() ?? "";
  const goesOn = /^\p{Ll}/u.test(after);
  if (goesOn && /\d-$/.test(before)) pieces.push(before, after);
  else if (goesOn && /\p{Ll}-$/u.test(before)) pieces.push(before.slice(0, -1), after);
  else pieces.push(before, ` ${after}`);
}

function isHeading(paragraph: string): boolean {
  const words = paragraph.split(/\s+/);
  return paragraph.length <= 60 && words.length <= 7 && /\p{L}/u.test(paragraph) && !/[.!?;,]$/.test(paragraph);
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const abbreviation =
  /(?:\b(?:approx|no|nos|ft|in|sq|mr|mrs|ms|dr|st|ave|rd|fig|vs|etc|inc|co|est|min|max|e\.g|i\.e)|\b\p{Lu})\.$/iu;

const longestEnding = 24;
/** Most are one sentence, for which nothing has to be looked for. */
const isOne = /^[^.!?…。．！？｡۔।\n]*[.!?]?$/;

function splitSentences(paragraph: string): readonly string[] {
  if (isOne.test(paragraph)) return [paragraph.trim()].filter((sentence) => sentence !== "");
  const sentences: string[] = [];
  let start = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(paragraph)) {
    end = index + segment.length;
    if (abbreviation.test(paragraph.slice(Math.max(start, end - longestEnding), end).trimEnd())) continue;
    sentences.push(paragraph.slice(start, end).trim());
    start = end;
  }
  return [...sentences, paragraph.slice(start, end).trim()].filter((sentence) => sentence !== "");
}
