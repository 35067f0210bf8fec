/** A thread of its own that reads one plain text, given as its data, posts what was read, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { decodeText } from "./encoding.ts";
import { readingOf, type TextReading, textBounds, withSearchText } from "./text-reading.ts";

/** Bytes by which the encoding is found. */
const seen = 65_536;

/** A text has the pages that its form feeds make of it, else one. */
function read(bytes: Uint8Array): TextReading {
  const charset = decodeText(bytes.subarray(0, seen), bytes.length > seen)?.charset;
  const pages = new TextDecoder(charset).decode(bytes).split("\f").flatMap(inPieces);
  return readingOf(pages, pages.length);
}

/** A text without page breaks may be longer than a page can be. */
function inPieces(page: string): string[] {
  const longest = textBounds.pageCharacters;
  const pieces: string[] = [];
  let start = 0;
  while (page.length - start > longest) {
    const piece = page.slice(start, start + longest);
    const end = piece.lastIndexOf("\n") + 1 || piece.lastIndexOf(" ") + 1 || longest;
    pieces.push(piece.slice(0, end));
    start += end;
  }
  return [...pieces, page.slice(start)];
}

parentPort?.postMessage(withSearchText(read(workerData)));
