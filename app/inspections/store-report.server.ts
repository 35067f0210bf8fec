import type { RouterContextProvider } from "react-router";
import { createDocument } from "../documents/documents.server.ts";
import { listFolders } from "../documents/folders.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { apiOf } from "../session/session.server.ts";
import { waitWhileQueued } from "../summaries/summaries.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { findReport, requestReport } from "./inspections.server.ts";

/**
 * Stores a file as one of a property's inspection reports and has it analyzed.
 * @param key of the form
 * @returns why the file was refused; null when it was stored
 * @throws ApiError when the session has ended
 */
export async function storeReport(
  context: Readonly<RouterContextProvider>,
  packageId: string,
  file: SpooledFile,
  key: string,
): Promise<RefusedFile | null> {
  const stored = await storeSpooledFile(context, file, uuidOf([key, "file"]));
  if ("reason" in stored) return stored;
  const { id: fileId } = stored.file;
  try {
    const inside = { folderId: null, packageId, clientId: null };
    const folders = await listFolders(apiOf(context), inside);
    const folderId = folders.find(({ kind }) => kind === "inspection_reports")?.id ?? null;
    const place = folderId === null ? inside : { folderId, packageId: null, clientId: null };
    const wish = { fileId, place, onClash: "keep_both" } as const;
    const document = await createDocument(apiOf(context), wish, uuidOf([key, "document"]));
    // Without its id, it can be analyzed from its own page.
    if (document !== null) await analyzeDocument(context, document.id, uuidOf([key, "analysis"]));
    return null;
  } catch (error) {
    return refusalOf(file, error);
  }
}

/** Has a document analyzed and waits a moment for the result. @throws ApiError "forbidden", "missing" */
export async function analyzeDocument(
  context: Readonly<RouterContextProvider>,
  documentId: string,
  key: string,
): Promise<void> {
  const report = await requestReport(apiOf(context), documentId, key);
  if (report?.state === "queued") await waitWhileQueued(() => findReport(apiOf(context), report.id));
}
