/** What a person has written in a reply, without the history that mail programs quote and without signatures. */

/**
 * Gives the words of a reply: everything but quoted lines, what introduces them, and a signature behind "-- ". Of an email of which
 * nothing would be left, everything, so that nothing that was written is lost.
 * @param text with any line ends
 */
export function replyOf(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.replace(/[\u00a0\u200b\ufeff]/g, " ").trimEnd());
  const shown = withoutMobileLine(withoutSignature(withoutHistory(lines)));
  const reply = joined(shown);
  return reply === "" ? joined(lines) : reply;
}

function joined(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * Quotes are left out where they are marked with ">": an answer may stand between or below them. From the first history that is not
 * marked, everything is.
 */
function withoutHistory(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (isQuoted(lines[index])) continue;
    const after = introductionEnd(lines, index);
    if (after === null) kept.push(lines[index] ?? "");
    else if (!isQuoted(lines.slice(after, after + 3).find((line) => line !== ""))) return kept;
    else index = after - 1;
  }
  return kept;
}

function isQuoted(line: string | undefined): boolean {
  return line !== undefined && /^\s{0,3}>/.test(line);
}

/** Lines that a line which introduces a quote may be broken into. */
const mostBroken = 4;

/** The index of the first line behind what introduces a history that begins here; null where none does. */
function introductionEnd(lines: readonly string[], index: number): number | null {
  const line = plain(lines[index]);
  if (line === "") return null;
  if (isDivider(line)) return index + 1;
  if (isHeaderBlock(lines, index)) return index + 1;
  if (!/^(on|el|le|am|em|il|op)\b/i.test(line) && !/^\d{4}-\d\d-\d\d\b/.test(line)) return null;
  let whole = "";
  for (let end = index; end < Math.min(lines.length, index + mostBroken); end += 1) {
    const next = plain(lines[end]);
    if (next === "") return null;
    whole = `${whole} ${next}`.trim();
    if (isAttribution(whole)) return end + 1;
  }
  return null;
}

/** A line without the stars of bold text. */
function plain(line: string | undefined): string {
  return (line ?? "").replaceAll("*", "").trim();
}

/** "On Mon, Nov 2, 2026 at 9:15 AM, Ana Ruiz <ana@example.com> wrote:" and its like: with a date, so that no sentence is taken for it. */
function isAttribution(line: string): boolean {
  if (line.length > 400 || !/\d/.test(line)) return false;
  if (/\b(wrote|writes|escribió|escribio|ha escrito|a écrit|schrieb|escreveu|ha scritto|schreef)\s?:$/i.test(line))
    return true;
  return /^\d{4}-\d\d-\d\d\b/.test(line) && /<[^<>\s@]+@[^<>\s@]+>:$/.test(line);
}

const original = "(?:original message|mensaje original|forwarded message|mensaje reenviado|original appointment)";
const dividers = [
  new RegExp(`^-{2,}\\s?(?:${original})\\s?-{2,}$`, "i"),
  /^_{20,}$/,
  /^-{3,}\s?(?:reply above this line|responda encima de esta línea)\s?-{3,}$/i,
];

function isDivider(line: string): boolean {
  return dividers.some((form) => form.test(line));
}

const firstHeader = /^(from|de)\s?:\s?\S/i;
const otherHeaders = /^(sent|date|to|cc|subject|enviado|enviado el|fecha|para|asunto)\s?:\s?\S/i;

/** Outlook repeats headers: "From:", and at least two more of them directly below. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  if (!firstHeader.test(plain(lines[index]))) return false;
  const below = lines.slice(index + 1, index + 5).filter((line) => otherHeaders.test(plain(line)));
  return below.length >= 2;
}

/** From "-- " on (RFC 3676, 4.3), also where a program has cut the space off. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line === "--" || line === "—");
  return start < 0 ? lines : lines.slice(0, start);
}

const mobileLines =
  /^(sent from my \S.{0,60}|sent from (outlook|yahoo|mail|proton|samsung|gmail)\b.{0,80}|get outlook for \S.{0,60}|enviado desde mi \S.{0,60}|enviado desde (outlook|yahoo|mail|correo|samsung|gmail)\b.{0,80}|obtener outlook para \S.{0,60}|obtén outlook para \S.{0,60})$/i;

/** What phones add as a last line. */
function withoutMobileLine(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return mobileLines.test(plain(lines[last])) ? lines.slice(0, last) : lines;
}
