import { href } from "react-router";
import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

const text = z.nullable(z.string());

export const summaryAttributes = {
  documentId: z.string(),
  versionNumber: z.number(),
  /** Stale: the document has been replaced since. */
  state: z.enum(["queued", "ready", "failed", "stale"]),
  /** Quoted from the document, or written by a model; null while there are no points. */
  method: z.nullable(z.enum(["extract", "model"])),
  points: z.pipe(
    z.nullable(z.array(z.object({ text: z.string(), page: z.number() }))),
    z.transform((points) => points ?? []),
  ),
  pageCount: z.nullable(z.number()),
  pagesRead: z.nullable(z.number()),
  failure: text,
  requestedAt: text,
  finishedAt: text,
  approvedAt: text,
  approvedByName: text,
};

export interface Summary extends Versioned, z.output<z.ZodMiniObject<typeof summaryAttributes>> {}

export const origins: Readonly<Record<"extract" | "model", string>> = {
  extract: "Key sentences quoted directly from the document.",
  model: "An AI model wrote these points from the document. Check each point against its page before relying on it.",
};

/** How much of a document was read; null when it was all. */
export function describePagesRead({ pageCount, pagesRead }: Pick<Summary, "pageCount" | "pagesRead">): string | null {
  if (pageCount === null || pagesRead === null || pagesRead >= pageCount) return null;
  return `Only the first ${pagesRead} of ${pageCount} pages were read.`;
}

/**
 * The version for the key of the form that requests a summary: each version is summarized once, and again after a failure. The
 * suffix keeps it apart from forms that change the document itself.
 * @param etag of the summary, or of the document when there is none
 */
export function requestVersion(etag: string | null): string | null {
  return etag === null ? null : `${etag} summary`;
}

export function summaryPath(documentId: string): string {
  return href("/documents/:documentId/summary", { documentId });
}
