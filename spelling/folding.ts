/**
 * Folding, for names and searches: case, widths, the accents of Latin and Greek letters and the shape of apostrophes make no
 * difference. "Élodie" and "elodie" meet; バ and パ, or दि and दा, are different letters. The database folds by the same rules
 * in `upstream.folded`, and a test compares both for all of Unicode.
 */

/** Letters of Latin and Greek, and the marks after them. */
const accented =
  /([A-Za-z\u00c0-\u024f\u0250-\u02af\u0370-\u03ff\u1d00-\u1d25\u1e00-\u1fff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab64])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;

/** What most texts are: a file may have a quarter of a million of them. */
const plainText = /^[ -~]*$/;

/** Folds the letters of a text, and leaves its blanks as they are. */
export function foldLetters(text: string): string {
  if (plainText.test(text)) return text.toLowerCase();
  // The accent that stands for an apostrophe would become a mark; signs that choose one of two glyphs are not seen.
  const apart = text
    .replace(/´/g, "'")
    .replace(/[\ufe00-\ufe0f]/g, "")
    .normalize("NFKD");
  const plain = apart
    .replace(accented, "$1")
    .replace(/[ʻʼ‘’‛′]/g, "'")
    .toLowerCase();
  // A small sigma has two shapes, and ё is commonly written е.
  return plain.replaceAll("ς", "σ").replaceAll("е\u0308", "е").normalize("NFC");
}

/** The same with single blanks, and none at the ends. */
export function fold(text: string): string {
  return foldLetters(text).replace(/\s+/g, " ").trim();
}
