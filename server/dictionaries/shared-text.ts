const beforeTags = /(?=<)/;

/** Blank ids and values of fields. */
const contents = [/00000000-0000-4000-8000-000000000000/g, /(?<=<input [^>]*\bvalue=")[^"]*(?=")/g];

/** Ids and keys are never shared; a sheet has long words. */
const longWord = /^(?!<style>).*[\w-]{32}/s;

/** A piece of one page costs more than it saves. */
const leastPages = 2;

/** Pieces count by those before them, so that they make long matches. */
const rowLength = 3;

/** Long pieces, as a sheet, match by themselves. */
const longPiece = 200;

/** The text that pages share, in order. @param again the pages rendered once more, to find what varies */
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
