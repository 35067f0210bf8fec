import { href } from "react-router";
import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

/** What a version of a document says in short. */

const text = z.nullable(z.string());

export const summaryAttributes = {
  documentId: z.string(),
  versionNumber: z.number(),
  /** Stale: made of a version that was replaced since. */
  state: z.enum(["queued", "ready", "failed", "stale"]),
  /** Sentences of the document itself, or a model's own; null while there are none. */
  method: z.nullable(z.enum(["extract", "model"])),
  points: z.pipe(
    z.nullable(z.array(z.object({ text: z.string(), page: z.number() }))),
    z.transform((points) => points ?? []),
  ),
  pageCount: z.nullable(z.number()),
  pagesRead: z.nullable(z.number()),
  /** A sentence fit to show. */
  failure: text,
  requestedAt: text,
  finishedAt: text,
  approvedAt: text,
  approvedByName: text,
};

export interface Summary extends Versioned, z.output<z.ZodMiniObject<typeof summaryAttributes>> {}

/** What has to be known of how the points came about. */
export const origins: Readonly<Record<"extract" | "model", string>> = {
  extract: "Key sentences quoted directly from the document.",
  model: "An AI model wrote these points from the document. Check each point against its page before relying on it.",
};

/** Says how much of a document was read where that was not all of it; null where it was. */
export function describePagesRead({ pageCount, pagesRead }: Pick<Summary, "pageCount" | "pagesRead">): string | null {
  if (pageCount === null || pagesRead === null || pagesRead >= pageCount) return null;
  return `Only the first ${pagesRead} of ${pageCount} pages were read.`;
}

/**
 * By what a form knows that it was sent before: each version of a document is summarized once, and what failed once more. The words
 * tell it from forms that change the record itself.
 * @param etag of the summary, or of the document before there is one
 */
export function requestVersion(etag: string | null): string | null {
  return etag === null ? null : `${etag} summary`;
}

export function summaryPath(documentId: string): string {
  return href("/documents/:documentId/summary", { documentId });
}
