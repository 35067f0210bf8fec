/** The lines above a quote: one with date and author, or headers. */

import { plainLetters } from "../../../spelling/plain-letters.ts";
import type { MailLine } from "./mail-lines.ts";
import {
  deviceWords,
  forwards,
  type HeaderKind,
  headerNames,
  openings,
  originals,
  otherDeviceWords,
  sendingWords,
  subjectsOfForwards,
  verbs,
} from "./quote-words.ts";

const mostBroken = 4;
const longestIntroduction = 400;
const longestTitle = 100;

const kindOfName: ReadonlyMap<string, HeaderKind> = new Map(
  (["from", "date", "to", "subject"] as const).flatMap((kind) =>
    headerNames[kind].map((name): [string, HeaderKind] => [plainLetters(name), kind]),
  ),
);

const address = /[^\s<>@,;:"()[\]]@[^\s<>@,;:"()[\]]/;

export interface Introduction {
  /** The index of the line behind it. */
  readonly end: number;
  /** Whether all that follows is quoted, marked or not. */
  readonly isCertain: boolean;
  /** Whether the email is forwarded, so that the quote is its content. */
  readonly isForward: boolean;
}

/** The introduction of a quote at a line; null for none. */
export function introductionAt(lines: readonly MailLine[], index: number): Introduction | null {
  const line = plain(lines[index]);
  if (line === "") return null;
  if (line.length < longestTitle && titlesOfForwards.has(titleOf(line)))
    return { end: index + 1, isCertain: true, isForward: true };
  if (/^--.{0,80}--$/.test(line) && titlesOfOriginals.has(titleOf(line))) {
    let end = index + 1;
    while (headerOf(lines[end]) !== null) end += 1;
    return { end, isCertain: true, isForward: false };
  }
  const isRuled = /^[_-]{5,}$/.test(line);
  const start = isRuled ? firstWritten(lines, index + 1) : index;
  const end = headersEnd(lines, start, isRuled && line.length > 30);
  if (end !== null) return { end, isCertain: true, isForward: false };
  return start === index ? attributionAt(lines, index) : null;
}

const titlesOfForwards = wordSet(forwards);
const titlesOfOriginals = wordSet(originals);

/** The words of a line of dashes and words; for a line without dashes, those of one that ends in a colon. */
function titleOf(line: string): string {
  return plainLetters(line.replace(/-{2,}/g, ""))
    .replace(/[:：]$/, "")
    .trim();
}

/** Without the marks of bold text, and those for the direction of writing that stand around names in Hebrew and Arabic. */
function plain(line: MailLine | undefined): string {
  return (line?.bare ?? "").replace(/[*\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim();
}

function firstWritten(lines: readonly MailLine[], from: number): number {
  for (let index = from; index < from + 3; index += 1) if (plain(lines[index]) !== "") return index;
  return from;
}

function headerOf(line: MailLine | undefined): HeaderKind | null {
  const text = plain(line);
  const colon = text.search(/[:：]/);
  return colon < 1 || colon > 30 ? null : (kindOfName.get(plainLetters(text.slice(0, colon).trim())) ?? null);
}

/** The index behind a block of headers; null where there is none. A person's own list has no author with an address. */
function headersEnd(lines: readonly MailLine[], index: number, isRuled = false): number | null {
  const first = headerOf(lines[index]);
  if (first !== "from" && first !== "date" && first !== "subject") return null;
  const kinds = new Set<HeaderKind>();
  let end = index;
  let words = "";
  // Addresses of many recipients go over several lines.
  for (let gap = 0; end < index + 12 && gap < 3; end += 1) {
    const kind = headerOf(lines[end]);
    if (plain(lines[end]) === "") break;
    gap = kind === null ? gap + 1 : 0;
    if (kind !== null) kinds.add(kind);
    words += ` ${plain(lines[end])}`;
  }
  while (end > index && headerOf(lines[end - 1]) === null) end -= 1;
  const isComplete = kinds.has("from") && kinds.size >= 3 && (isRuled || kinds.size === 4 || address.test(words));
  return isComplete ? end : null;
}

/**
 * "On Mon, Nov 2, 2026 at 9:15 AM, Ana Ruiz <ana@example.com> wrote:", on one line or several. The lines of an answer above it are none
 * of it, so the last line at which one may begin counts.
 */
function attributionAt(lines: readonly MailLine[], index: number): Introduction | null {
  const found = attributionFrom(lines, index);
  if (found === null) return null;
  for (let later = index + 1; later < found.end; later += 1) {
    const other = attributionFrom(lines, later);
    if (other?.end === found.end && (other.isCertain || !found.isCertain)) return null;
  }
  return found;
}

function attributionFrom(lines: readonly MailLine[], index: number): Introduction | null {
  let whole = "";
  // Its author stands on the line above.
  if (/^[<(]/.test(plain(lines[index]))) return null;
  for (let end = index; end < Math.min(lines.length, index + mostBroken); end += 1) {
    const next = plain(lines[end]);
    if (next === "" || whole.length + next.length > longestIntroduction) return null;
    whole = `${whole} ${next}`.trim();
    const judged = /[:：]$/.test(whole) ? judge(whole) : null;
    if (judged !== null) return { end: end + 1, isForward: false, isCertain: judged };
  }
  return null;
}

const foldedVerbs = verbs.map(plainLetters);

/** A year, also of the Buddhist and the Persian calendar, a time, or a day. */
const dates = /\b(?:1[49]|2[05])\d\d\b|\d[:.h]\d\d|\d\d?[./-]\d\d?[./-]\d\d|(?:19|20)\d\d ?[年/.-]|\d ?[日号號]/;

/** Whether a line that ends in a colon surely introduces a quote; null where it has no date. */
function judge(line: string): boolean | null {
  const folded = plainLetters(line);
  const isNamed = address.test(line);
  if (!dates.test(folded)) return null;
  if (foldedVerbs.some((verb) => folded.includes(verb))) return isNamed;
  if (!isNamed) return null;
  // Gmail in Japanese and computers write no verb.
  if (/^\W*(?:19|20)\d\d/.test(folded) && /[>)][:：]$/.test(line)) return true;
  // Neither do others; a person who writes an address, a day and a time quotes nothing below.
  return bracketed.test(line) && /\d[:.h ]{1,3}\d\d/.test(folded) ? namesReplyAddress(line) : null;
}

const bracketed = /[<(][^\s<>()@]{1,80}@[^\s<>()@]{1,80}[>)]/;

/** Whether a line names an address to which our emails are answered; its secret part may be masked. */
export function namesReplyAddress(line: string): boolean {
  return /\breply-(?:[a-z0-9]+|…)@/i.test(line);
}

const longestBehind = 500;

/**
 * The lines of an email, with one of its own for the line about date and author that Yahoo and others put behind the answer:
 * "Yes, Friday.    On Saturday, November 28, 2026 at 03:20 AM, Ana <ana@example.com> wrote:"
 */
export function splitBehindAnswers(lines: readonly MailLine[]): readonly MailLine[] {
  return lines.flatMap((line, index) => {
    const at = line.depth === 0 && line.bare.length < longestBehind ? attributionWithin(lines, index) : null;
    if (at === null) return [line];
    const part = (words: string): MailLine => ({ ...line, raw: words, bare: words });
    return [part(line.bare.slice(0, at).trimEnd()), { ...part(line.bare.slice(at)), opensHistory: false }];
  });
}

/** Where in a line the attribution begins: behind a gap, or with one of its words behind a sentence; null for none. */
function attributionWithin(lines: readonly MailLine[], index: number): number | null {
  const line = lines[index];
  if (line === undefined || !lines.slice(index, index + mostBroken).some(({ bare }) => address.test(bare))) return null;
  const following = lines.slice(index + 1, index + mostBroken);
  const starts = [...line.bare.matchAll(/\s+/g)].filter(({ index: at, 0: gap }) => {
    const [before, behind] = [line.bare.slice(0, at), line.bare.slice(at + gap.length)];
    return before.trim() !== "" && (gap.length > 1 || (/[.!?…)。]$/.test(before) && opensAttribution(behind)));
  });
  for (const { index: at, 0: gap } of starts.toReversed()) {
    const tail = { ...line, bare: line.bare.slice(at + gap.length) };
    if (
      yearOrDay.test(plainLetters(tail.bare).slice(0, longestOpening)) &&
      attributionFrom([tail, ...following], 0)?.isCertain
    )
      return at + gap.length;
  }
  return null;
}

/** Characters until behind the day, which no part of the line has without its beginning. */
const longestOpening = 60;
const yearOrDay = /\b(?:1[49]|2[05])\d\d(?!\d)|\d\d?[./-]\d\d?[./-]\d\d/;

const openingWords = openings.map(plainLetters);

function opensAttribution(text: string): boolean {
  const start = plainLetters(text.slice(0, longestOpening));
  return openingWords.some((word) => start.startsWith(`${word} `));
}

const forwardedSubjects = wordSet(subjectsOfForwards);

/** Whether the subject says that an email is passed on. */
export function isForward(subject: string): boolean {
  const [, start = ""] = /^([^:：]{1,20})[:：]/.exec(subject.trim()) ?? [];
  return forwardedSubjects.has(plainLetters(start.trim()));
}

const sending = wordSet(sendingWords);
const devices = wordSet(deviceWords);
const others = wordSet(otherDeviceWords);

function wordSet(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(plainLetters));
}

/** Whether a line is only what a phone adds. */
export function isDeviceLine(line: MailLine | undefined): boolean {
  const shown = plain(line).replace(/[<(]https?:[^\s<>()]*[>)]/g, " ");
  if (shown.length > 100) return false;
  const words = plainLetters(shown).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const isKnown = (word: string) =>
    sending.has(word) || devices.has(word) || others.has(word) || /^[a-z]?\d{1,4}[a-z]?$/.test(word);
  return words.some((word) => sending.has(word)) && words.some((word) => devices.has(word)) && words.every(isKnown);
}
