/** The words of a message as the payment guard compares them. */

export interface Word {
  /** In lower case, without accents. */
  readonly text: string;
  readonly isCapital: boolean;
  /** Whether one space, dash or dot at most parts it from the word before. */
  readonly isJoined: boolean;
  /** Whether a sentence or a line ends before it. */
  readonly beginsSentence: boolean;
  /** Whether it is an amount: a sign of a currency stands before it. */
  readonly isMoney: boolean;
}

/** Characters of which only the first so many are read: no message is longer. */
const longest = 100_000;

/**
 * Cuts a text into words: runs of letters and digits. Signs that nobody sees, and other forms of the same letters and digits, do not
 * hide a word.
 */
export function readWords(text: string): readonly Word[] {
  const plain = text
    .slice(0, longest)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "");
  const words: Word[] = [];
  let end = 0;
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    const gap = plain.slice(end, index);
    const near = gap.slice(-3);
    words.push({
      text: word.toLowerCase(),
      isCapital: word === word.toUpperCase() && word !== word.toLowerCase(),
      isJoined: /^[ .-]?$/.test(gap),
      beginsSentence: words.length === 0 || /[.!?;\n]/.test(near),
      isMoney: /[$€£]/.test(near),
    });
    end = index + word.length;
  }
  return words;
}
