import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";

/** "empty": pages without text, as in a scan. "too_large": a bound was met before anything was read. "unsupported": neither PDF nor text. */
export const readingStates = ["ready", "empty", "encrypted", "broken", "too_large", "unsupported"] as const;
export type ReadingState = (typeof readingStates)[number];

export const textReading = z.object({
  state: z.enum(readingStates),
  /** "" for an empty page. */
  pages: z.array(z.string()),
  /** Of the whole document; fewer may be read. */
  pageCount: z.int(),
});
export type TextReading = z.infer<typeof textReading>;

/** With the search text of its documents. */
export const workerReading = textReading.extend({ searchText: z.string() });
export type WorkerReading = z.infer<typeof workerReading>;

export const textBounds = {
  fileBytes: 64 * 1024 * 1024,
  /** The page says that more was not read. */
  pages: 300,
  pageCharacters: 20_000,
  characters: 400_000,
  milliseconds: 60_000,
  /** For key sentences and findings. */
  workMilliseconds: 15_000,
  /** Of objects, and of buffers with the file. */
  memoryBytes: 192 * 1024 * 1024,
} as const;

/** A reading that ended without text. */
export function withoutText(state: Exclude<ReadingState, "ready">, pageCount = 0): TextReading {
  return { state, pages: [], pageCount };
}

/** Folding makes up to 18 characters of one, so the result is bounded, too. */
export function withSearchText(reading: TextReading): WorkerReading {
  return { ...reading, searchText: fold(reading.pages.join("\n")).slice(0, textBounds.characters).toWellFormed() };
}

/** The reading of these pages within bounds; "empty" without text. */
export function readingOf(texts: Iterable<string>, pageCount: number): TextReading {
  const pages: string[] = [];
  let room: number = textBounds.characters;
  for (const text of texts) {
    if (pages.length === textBounds.pages || room <= 0) break;
    const page = tidy(text).slice(0, Math.min(room, textBounds.pageCharacters)).toWellFormed();
    room -= page.length;
    pages.push(page);
  }
  // One or two letters on a page are a stamp on a scan.
  const letters = pages.reduce((total, page) => total + (page.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  return letters < 20 && letters < 3 * pages.length
    ? withoutText("empty", pageCount)
    : { state: "ready", pages, pageCount };
}

/** Keeps lines, paragraphs and tabs between cells; other space becomes one blank. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{C}\n\t]|\uFFFD/gu, "")
    .replace(/[^\S\n\t]+/gu, " ")
    .replace(/ ?([\n\t]) ?/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
