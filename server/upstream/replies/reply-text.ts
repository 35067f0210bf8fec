/** What a person wrote in a reply, without quoted history. */

import { linesOfText, type MailLine } from "./mail-lines.ts";
import { introductionAt, isDeviceLine, namesReplyAddress, splitBehindAnswers } from "./quote-headers.ts";

export interface Reply {
  readonly words: string;
  readonly isCut: boolean;
}

interface History {
  /** Mails to this person in the thread. */
  readonly sent?: readonly string[];
  readonly isForward?: boolean;
}

/** A reply stands in the first lines. */
const mostLines = 20_000;

/**
 * The words of a reply, without what repeats a mail of ours and quotes with nothing behind them. All of it where nothing would be
 * left, unless that is ours. @param email its lines, or its text
 */
export function replyOf(email: readonly MailLine[] | string, { sent = [], isForward = false }: History = {}): Reply {
  const all = typeof email === "string" ? linesOfText(email) : email;
  const lines = splitBehindAnswers(all.slice(0, mostLines));
  const isOurs = comparerOf(lines, sent);
  const isLeftOut = lines.map(() => false);
  const leaveOut = (from: number, to: number) => isLeftOut.fill(true, from, to);
  const answers = new Set<number>();
  const last: { readonly start: number; readonly end: number }[] = [];

  for (let index = 0; index < lines.length; ) {
    const introduction = lines[index]?.opensHistory ? openingAt(lines, index) : introductionAt(lines, index);
    const start = introduction?.end ?? index;
    const marked = introduction === null && lines[index]?.depth === 0 ? start : markedEnd(lines, start);
    if (introduction?.isForward) {
      const share = shareOf(lines, start, lines.length, isOurs);
      if (share >= mostlyOurs) leaveOut(index, lines.length);
      break;
    }
    if (marked > start) {
      // Quotes are marked: answers may stand between them.
      const isQuote =
        introduction !== null ||
        lines.slice(start, marked).some(({ isCited }) => isCited) ||
        isIntroduced(lines, start);
      if (shareOf(lines, start, marked, isOurs) >= mostlyOurs) {
        leaveOut(index, marked);
        for (const answer of answersWithin(lines, { start, end: marked }, isOurs)) {
          isLeftOut[answer] = false;
          answers.add(answer);
        }
      } else if (namesUs(lines, index, start)) leaveOut(index, marked);
      else if (isQuote) last.push({ start: index, end: marked });
      index = marked;
    } else if (introduction?.isCertain && !(isForward && shareOf(lines, start, lines.length, isOurs) < mostlyOurs)) {
      leaveOutHistory(lines, { start: index, body: start }, isOurs, leaveOut);
      break;
    } else index = Math.max(start, index + 1);
  }
  for (const { start, end } of last.toReversed()) {
    if (
      !lines
        .slice(end)
        .every((line, offset) => line.bare.trim() === "" || isLeftOut[end + offset] || isDeviceLine(line))
    )
      break;
    if (!isForward) leaveOut(start, end);
  }
  leaveOutRepeated(lines, isLeftOut, isOurs, leaveOut);
  const lastWritten = lines.findLastIndex((line, index) => !isLeftOut[index] && line.bare.trim() !== "");
  if (isDeviceLine(lines[lastWritten])) leaveOut(lastWritten, lastWritten + 1);
  const written = lines.flatMap((line, index) => {
    if (isLeftOut[index]) return [];
    return [answers.has(index) ? { ...line, raw: line.bare } : line];
  });
  const words = joined([...written, ...all.slice(mostLines)]);
  if (words === "" && shareOf(lines, 0, lines.length, isOurs) < mostlyOurs) return { words: joined(all), isCut: false };
  return { words, isCut: lines.some((line, index) => isLeftOut[index] && line.bare.trim() !== "") };
}

/** Share of words from which a history repeats a mail of ours. */
const mostlyOurs = 0.6;

function joined(lines: readonly MailLine[]): string {
  return lines
    .map(({ raw }) => raw)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function openingAt(lines: readonly MailLine[], index: number) {
  const introduction = introductionAt(lines, index);
  return introduction ?? { end: index, isCertain: true, isForward: false };
}

/** The end of quoted lines, blank ones included; the index itself where none begins there. */
function markedEnd(lines: readonly MailLine[], from: number): number {
  let end = from;
  for (let index = from; index < lines.length; index += 1) {
    const { depth = 0, bare = "" } = lines[index] ?? {};
    if (depth > 0) end = index + 1;
    else if (bare.trim() !== "" || index - end > 2) break;
  }
  return end;
}

function isIntroduced(lines: readonly MailLine[], start: number): boolean {
  return [1, 2].some((offset) => introductionAt(lines, start + offset) !== null);
}

/** Whether a quote's introduction names a reply address, so that it quotes a mail of ours. */
function namesUs(lines: readonly MailLine[], from: number, to: number): boolean {
  return lines.slice(from, to).some(({ bare }) => namesReplyAddress(bare));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The lines in a marked quote of ours that were written between its lines, and are marked as well. */
function answersWithin(
  lines: readonly MailLine[],
  { start, end }: Span,
  isOurs: (index: number) => boolean,
): readonly number[] {
  const depth = Math.min(...lines.slice(start, end).flatMap((line) => (line.bare.trim() === "" ? [] : [line.depth])));
  const answers: number[] = [];
  for (let index = start; index < end; index += 1) {
    const introduction = introductionAt(lines, index);
    if (introduction !== null) index = introduction.end - 1;
    else if (lines[index]?.depth === depth && !isPartOfOurs(lines, index, isOurs)) answers.push(index);
  }
  return answers;
}

/** Leaves out unmarked history. In one that repeats a mail of ours, the rest was written between its lines. */
function leaveOutHistory(
  lines: readonly MailLine[],
  { start, body }: { readonly start: number; readonly body: number },
  isOurs: (index: number) => boolean,
  leaveOut: (from: number, to: number) => void,
): void {
  if (shareOf(lines, body, lines.length, isOurs) < mostlyOurs) return void leaveOut(start, lines.length);
  leaveOut(start, body);
  for (let index = body; index < lines.length; index += 1)
    if (isPartOfOurs(lines, index, isOurs)) leaveOut(index, index + 1);
}

/** Fewer lines and words of ours may be a person's own, who says them again. */
const fewestRepeated = { lines: 2, words: 10 };

/** Leaves out what repeats several lines of a mail of ours, whatever stands above it. */
function leaveOutRepeated(
  lines: readonly MailLine[],
  isLeftOut: readonly boolean[],
  isOurs: (index: number) => boolean,
  leaveOut: (from: number, to: number) => void,
): void {
  const isBlank = (index: number) => lines[index]?.bare.trim() === "";
  for (let index = 0; index < lines.length; ) {
    const start = index;
    let [count, words] = [0, 0];
    for (; index < lines.length && !isLeftOut[index] && isPartOfOurs(lines, index, isOurs); index += 1) {
      const own = isLink(lines[index]) ? 0 : wordsIn(lines[index]?.bare ?? "").length;
      if (own > 0) count += 1;
      words += own;
    }
    if (count >= fewestRepeated.lines && words >= fewestRepeated.words) {
      leaveOut(start, index);
      let above = start - 1;
      while (above > 0 && isBlank(above)) above -= 1;
      if (namesUs(lines, above, above + 1) && /[:：][\s\u200e\u200f\u202a-\u202e]{0,4}$/.test(lines[above]?.bare ?? ""))
        leaveOut(above, start);
    }
    index = Math.max(index, start + 1);
  }
}

/** What programs add to a mail of ours, or change in it, belongs to it. */
function isPartOfOurs(lines: readonly MailLine[], index: number, isOurs: (index: number) => boolean): boolean {
  const line = lines[index];
  return isOurs(index) || isLink(line) || isDeviceLine(line) || changing.test(line?.bare.trim() ?? "");
}

/** Lines of our mails with names that may have changed since. */
const changing =
  /^(?:(?:Hello|Hola)(?: [^,]{1,80})?,|.{1,160} (?:wrote to you|le escribió)[:.]|There are \d{1,3} messages that you have not read\.|Hay \d{1,3} mensajes que usted no ha leído\.)$/;

/** Whether a line is nothing but a link, or a piece of one that was broken. */
function isLink(line: MailLine | undefined): boolean {
  const text = line?.bare.trim() ?? "";
  if (/^\W{0,3}(?:https?:|www\.|…)\S*$/i.test(text)) return true;
  return /^[\w%/?=&…-]{25,800}$/.test(text) && /[%/=&]/.test(text);
}

function shareOf(lines: readonly MailLine[], from: number, to: number, isOurs: (index: number) => boolean): number {
  let [ours, all] = [0, 0];
  for (let index = from; index < to; index += 1) {
    if (isLink(lines[index])) continue;
    const count = wordsIn(lines[index]?.bare ?? "").length;
    all += count;
    if (isOurs(index)) ours += count;
  }
  return all === 0 ? 0 : ours / all;
}

/** In Chinese and Japanese, each letter is a word. */
function wordsIn(text: string): readonly string[] {
  const plain = text
    .replace(/[(<]?https?:\/\/[^\s()<>]*[)>]?/gi, " ")
    .normalize("NFKC")
    .toLowerCase();
  return plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

const separator = " | ";

function comparerOf(lines: readonly MailLine[], sent: readonly string[]): (index: number) => boolean {
  const known = ` ${sent.map((text) => wordsIn(text).join(" ")).join(separator)} `;
  const whole = new Set(sent.flatMap((text) => text.split("\n").map((line) => wordsIn(line).join(" "))));
  const judged = new Map<number, boolean>();
  const isKnown = (words: string) => known.includes(` ${words} `);
  return (index) => {
    const before = judged.get(index);
    if (before !== undefined) return before;
    const words = wordsIn(lines[index]?.bare ?? "");
    const text = words.join(" ");
    const isOurs =
      words.length === 0 ||
      (words.length > 3 ? isKnown(text) : whole.has(text) || (isKnown(text) && continues(lines, index, isKnown, text)));
    judged.set(index, isOurs);
    return isOurs;
  };
}

/** Whether lines were broken at a short line. */
function continues(
  lines: readonly MailLine[],
  index: number,
  isKnown: (words: string) => boolean,
  text: string,
): boolean {
  const near = (offset: number) => wordsIn(lines[index + offset]?.bare ?? "").join(" ");
  const [above, below] = [near(-1), near(1)];
  return (above !== "" && isKnown(`${above} ${text}`)) || (below !== "" && isKnown(`${text} ${below}`));
}
