import { foldLetters } from "../../spelling/folding.ts";

/** A text with the words of a search marked, whatever their case or accents. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return piecesOf(text, words).map(({ text: piece, isMarked }) => {
    const key = at;
    at += piece.length;
    return isMarked ? (
      <mark key={key} className="found">
        {piece}
      </mark>
    ) : (
      piece
    );
  });
}

interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text in pieces, of which those are marked that are one of the words. @param words folded */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return [{ text, isMarked: false }];
  // A letter with its accents may become another number of characters.
  const letters = text.match(/[\s\S]\p{M}*/gu) ?? [];
  const folded = letters.map(foldLetters);
  const whole = folded.join("");
  const marked = new Uint8Array(whole.length);
  for (const word of words)
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
      marked.fill(1, at, at + word.length);
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [index, letter] of letters.entries()) {
    const length = folded[index]?.length ?? 0;
    const isMarked = marked.subarray(at, at + length).includes(1);
    at += length;
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += letter;
    else pieces.push({ text: letter, isMarked });
  }
  return pieces;
}
