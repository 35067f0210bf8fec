/** A thread that reads a plain text, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { decodeText } from "./encoding.ts";
import { readingOf, type TextReading, textBounds, withSearchText } from "./text-reading.ts";

const seen = 65_536;

/** Form feeds separate pages. */
function read(bytes: Uint8Array): TextReading {
  const charset = decodeText(bytes.subarray(0, seen), bytes.length > seen)?.charset;
  const pages = new TextDecoder(charset)
    .decode(bytes)
    .replace(/(?<=\S) {3,}(?=\S)/g, "\t")
    .split("\f")
    .flatMap(inPieces);
  return readingOf(pages, pages.length);
}

/** Without page breaks a text may be longer than a page. */
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
