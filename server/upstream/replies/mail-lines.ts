/** The lines of an email, as the thread that reads it takes them apart. */

/** A line of an email. */
export interface MailLine {
  /** As it was written, with the marks of quotes. */
  readonly raw: string;
  /** Without those marks. */
  readonly bare: string;
  /** How often it is quoted: 0 for what stands in the email itself. */
  readonly depth: number;
  /** Whether a mail program quoted it; a person indents, too. */
  readonly isCited: boolean;
  /** Whether the history begins here that a mail program left unmarked. */
  readonly opensHistory: boolean;
}

/** The lines of a plain text, with any line ends. */
export function linesOfText(text: string): MailLine[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => {
      const raw = line.replace(/[\u00a0\u200b\ufeff]/g, " ").trimEnd();
      const marks = /^\s{0,3}>[>\s]*/.exec(raw)?.[0] ?? "";
      const depth = marks.split(">").length - 1;
      return { raw, bare: raw.slice(marks.length), depth, isCited: depth > 1, opensHistory: false };
    });
}
