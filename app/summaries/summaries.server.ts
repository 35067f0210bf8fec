import { setTimeout as wait } from "node:timers/promises";
import { type RouterContextProvider, redirect } from "react-router";
import type { Document } from "../documents/document.ts";
import { itemOf } from "../documents/document-item.ts";
import { crumbsTo } from "../documents/form-page.tsx";
import { loadDocument, placementRefusal } from "../documents/load-document.server.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { allows, resource } from "../json-api/resource.ts";
import { apiOf, load, loadBoth, permitted, recordId } from "../session/session.server.ts";
import { type Summary, summaryAttributes, summaryPath } from "./summary.ts";

const summary = resource("document_summary", summaryAttributes);

/** The newest summary of a document; null before there is one. @throws ApiError */
export async function findSummary(api: Api, documentId: string): Promise<Summary | null> {
  const filter = { "filter[document_id]": documentId, sort: "-version_number" };
  const query = { ...filter, "page[limit]": 1, "page[count]": "false" };
  const { items } = await api.list("/document_summaries", summary, { query });
  return items[0] ?? null;
}

/**
 * Has the newest version summarized.
 * @returns null where the service does not say more
 * @throws ApiError "invalid" at the plan's limit, "forbidden", "missing"
 */
export function requestSummary(api: Api, documentId: string, key: string): Promise<Summary | null> {
  const failure = "Failed to request the summary";
  return api.create("/document_summaries", summary, { documentId }, { key, failure });
}

/** Shows a summary to clients; approving twice is a no-op. @throws ApiError "stale", "forbidden", "missing" */
export async function approveSummary(api: Api, id: string, terms: WriteTerms): Promise<void> {
  const failure = "Failed to approve the summary";
  await api.act(path`/document_summaries/${id}/approval`, summary, {}, { ...terms, failure });
}

/** Hides a summary from clients; hiding twice is a no-op. @throws ApiError "stale", "forbidden", "missing" */
export async function hideSummary(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/document_summaries/${id}/approval`, { ...terms, failure: "Failed to hide the summary" });
}

/** Pauses before each check, in milliseconds. */
const looks = [200, 400, 600];

/** Waits up to 1.2 seconds while a job is queued, so that the next page mostly has its result. Never throws. */
export async function waitWhileQueued(find: () => Promise<{ readonly state: string } | null>): Promise<void> {
  for (const pause of looks) {
    await wait(pause);
    const found = await find().catch(() => null);
    if (found?.state !== "queued") return;
  }
}

type Context = Readonly<RouterContextProvider>;

interface LoadedSummary {
  readonly document: Document;
  readonly summary: Summary | null;
}

/** The document with this id and its summary. @throws 404; 501 when the service has no summaries */
export async function loadSummary(context: Context, documentId: string): Promise<LoadedSummary> {
  const id = recordId(documentId);
  const [document, summary] = await loadBoth(loadDocument(context, id), load(findSummary(apiOf(context), id)));
  return { document, summary };
}

/** A summary for an action that changes it. @throws 403 */
export async function loadSummaryToUpdate(context: Context, documentId: string): Promise<LoadedSummary> {
  const loaded = await loadSummary(context, documentId);
  permitted(loaded.document, "update", placementRefusal("update", itemOf(loaded.document)));
  return loaded;
}

/** The summary for the page that approves or hides it. @throws 403, or a redirect to the summary when that is not possible now */
export async function loadSummaryFor(action: "approve" | "withdraw", context: Context, documentId: string) {
  const { document, summary } = await loadSummaryToUpdate(context, documentId);
  const isDone = ((summary?.approvedAt ?? null) !== null) === (action === "approve");
  if (summary === null || isDone || !allows(summary, action)) throw redirect(summaryPath(document.id));
  return { label: document.label, crumbs: crumbsTo(itemOf(document)), etag: summary.etag };
}
