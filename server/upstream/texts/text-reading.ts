/** What comes of reading a file's text. */
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";

/**
 * How a reading can end. empty: there are pages, and no text on them, as in a scan. too_large: some bound was met before
 * there was anything to keep. unsupported: neither a PDF nor a text.
 */
export const readingStates = ["ready", "empty", "encrypted", "broken", "too_large", "unsupported"] as const;
export type ReadingState = (typeof readingStates)[number];

export const textReading = z.object({
  state: z.enum(readingStates),
  /** Texts of the first pages, in their order; an empty page is "". */
  pages: z.array(z.string()),
  /** Of the whole document, which may have more than were read. */
  pageCount: z.int(),
});
export type TextReading = z.infer<typeof textReading>;

/** A reading as a worker posts it: with the words that its documents are found by. */
export const workerReading = textReading.extend({ searchText: z.string() });
export type WorkerReading = z.infer<typeof workerReading>;

/** What one reading may cost at most. */
export const textBounds = {
  /** Bytes of a file that is read at all. */
  fileBytes: 64 * 1024 * 1024,
  /** What comes after is not read: the pages say so. */
  pages: 300,
  /** Of one page, and of all. */
  pageCharacters: 20_000,
  characters: 400_000,
  milliseconds: 60_000,
  /** Of what is made of the text afterwards: key sentences, or findings. */
  workMilliseconds: 15_000,
  /** Of the worker: of its objects, and of its buffers with the file among them. */
  memoryBytes: 192 * 1024 * 1024,
} as const;

/** Gives a reading that ended without text. */
export function withoutText(state: Exclude<ReadingState, "ready">, pageCount = 0): TextReading {
  return { state, pages: [], pageCount };
}

/** Folding makes up to 18 characters of one: the words are within the bounds, too. */
export function withSearchText(reading: TextReading): WorkerReading {
  return { ...reading, searchText: fold(reading.pages.join("\n")).slice(0, textBounds.characters).toWellFormed() };
}

/** Gives the reading of these pages: within bounds, storable, and "empty" where there is nothing to read on any. */
export function readingOf(texts: Iterable<string>, pageCount: number): TextReading {
  const pages: string[] = [];
  let room: number = textBounds.characters;
  for (const text of texts) {
    if (pages.length === textBounds.pages || room <= 0) break;
    const page = tidy(text).slice(0, Math.min(room, textBounds.pageCharacters)).toWellFormed();
    room -= page.length;
    pages.push(page);
  }
  // One or two letters on a page are a stamp on a scan, not a text.
  const letters = pages.reduce((total, page) => total + (page.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  return letters < 20 && letters < 3 * pages.length
    ? withoutText("empty", pageCount)
    : { state: "ready", pages, pageCount };
}

/** Lines and paragraphs stay; other space becomes one space, and characters that Postgres cannot store are removed. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{C}\n\t]|\uFFFD/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
