/** What a person wrote in a reply, without quoted history. */

import { linesOfText, type MailLine } from "./mail-lines.ts";
import { introductionAt, isDeviceLine } from "./quote-headers.ts";

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
 * The words of a reply, without what repeats a mail of ours and quotes with nothing behind them; all of it where nothing would
 * be left. @param email its lines, or its text
 */
export function replyOf(email: readonly MailLine[] | string, { sent = [], isForward = false }: History = {}): Reply {
  const all = typeof email === "string" ? linesOfText(email) : email;
  const lines = all.slice(0, mostLines);
  const isOurs = comparerOf(lines, sent);
  const isLeftOut = lines.map(() => false);
  const leaveOut = (from: number, to: number) => isLeftOut.fill(true, from, to);
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
      const isOfOurs = shareOf(lines, start, marked, isOurs) >= mostlyOurs || namesUs(lines, index, start);
      if (isOfOurs) leaveOut(index, marked);
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
  const lastWritten = lines.findLastIndex((line, index) => !isLeftOut[index] && line.bare.trim() !== "");
  if (isDeviceLine(lines[lastWritten])) leaveOut(lastWritten, lastWritten + 1);
  const words = joined([...lines.filter((_, index) => !isLeftOut[index]), ...all.slice(mostLines)]);
  if (words === "") return { words: joined(all), isCut: false };
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
  return lines.slice(from, to).some(({ bare }) => /\breply-[a-z0-9]+@/i.test(bare));
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
    if (isOurs(index) || isLink(lines[index]) || isDeviceLine(lines[index])) leaveOut(index, index + 1);
}

function isLink(line: MailLine | undefined): boolean {
  return /^\W{0,3}(?:https?:|www\.|…)\S*$/i.test(line?.bare.trim() ?? "");
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
  const plain = text.normalize("NFKC").toLowerCase();
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
