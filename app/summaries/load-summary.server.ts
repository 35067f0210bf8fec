import { type RouterContextProvider, redirect } from "react-router";
import type { Document } from "../documents/document.ts";
import { itemOf } from "../documents/document-item.ts";
import { crumbsTo } from "../documents/form-page.tsx";
import { loadDocument, placementRefusal } from "../documents/load-document.server.ts";
import { startForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, loadBoth, loadOffered, permitted, recordId } from "../session/session.server.ts";
import { findSummary } from "./summaries.server.ts";
import { type Summary, summaryPath } from "./summary.ts";

type Context = Readonly<RouterContextProvider>;

export interface LoadedSummary {
  readonly document: Document;
  readonly summary: Summary | null;
}

/** The document with this id and its summary. @throws 404; 501 when the service has no summaries */
export async function loadSummary(context: Context, documentId: string): Promise<LoadedSummary> {
  const id = recordId(documentId);
  const [document, summary] = await loadBoth(
    loadDocument(context, id),
    loadOffered(findSummary(apiOf(context), id), "The connected service doesn't support summaries."),
  );
  return { document, summary };
}

/** The same for an action that changes it. @throws 403 */
export async function loadSummaryToUpdate(context: Context, documentId: string): Promise<LoadedSummary> {
  const loaded = await loadSummary(context, documentId);
  permitted(loaded.document, "update", placementRefusal("update", itemOf(loaded.document)));
  return loaded;
}

/** What the page that approves or hides it shows. @throws 403, or a redirect to the summary when that is not possible now */
export async function startSummaryForm(action: "approve" | "withdraw", context: Context, documentId: string) {
  const { document, summary } = await loadSummaryToUpdate(context, documentId);
  const isDone = ((summary?.approvedAt ?? null) !== null) === (action === "approve");
  if (summary === null || isDone || !allows(summary, action)) throw redirect(summaryPath(document.id));
  const start = await startForm(context, { etag: summary.etag });
  return { label: document.label, crumbs: crumbsTo(itemOf(document)), start };
}
