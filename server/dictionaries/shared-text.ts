/** Pages are divided before each tag. */
const beforeTags = /(?=<)/;

/** The id of a blank record, and what the fields of forms contain. */
const contents = [/00000000-0000-4000-8000-000000000000/g, /(?<=<input [^>]*\bvalue=")[^"]*(?=")/g];

/** As long as an id or a key: no piece with such a word is shared, whatever it is. A sheet has long words of its own. */
const longWord = /^(?!<style>).*[\w-]{32}/s;

/** A piece of one page saves less than it costs in every compression. New and edit pages have their fields in common. */
const leastPages = 2;

/** Pieces are told apart by those before them: in a row as on the pages, they are one long match in place of many short ones. */
const rowLength = 3;

/** A piece of more characters, such as a sheet, is a long match by itself. */
const longPiece = 200;

/**
 * The text that pages have in common, in the order in which it first comes.
 * @param pages HTML
 * @param again the same pages, rendered once more: what differs between the two is no part of it
 */
export function sharedText(pages: readonly string[], again: readonly string[]): string {
  const repeated = new Set(again.flatMap(piecesOf));
  const counts = new Map<string, { piece: string; pages: number }>();
  for (const page of pages) {
    for (const [row, piece] of rowsOf(page)) {
      const found = counts.get(row) ?? { piece, pages: 0 };
      counts.set(row, { piece, pages: found.pages + 1 });
    }
  }
  const shared = [...counts.values()].filter(({ piece, pages }) => pages >= leastPages && repeated.has(piece));
  return shared.map(({ piece }) => (longWord.test(piece) ? "" : piece)).join("");
}

/** Each piece by the row that it ends, once. */
function rowsOf(page: string): Map<string, string> {
  const pieces = piecesOf(page);
  return new Map(pieces.map((piece, place) => [rowAt(pieces, place), piece]));
}

function rowAt(pieces: readonly string[], place: number): string {
  const piece = pieces[place] ?? "";
  return piece.length > longPiece ? piece : pieces.slice(Math.max(0, place - rowLength + 1), place + 1).join("\0");
}

function piecesOf(page: string): string[] {
  return contents.reduce((text, content) => text.replaceAll(content, ""), page).split(beforeTags);
}
