import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { type Summary, summaryAttributes } from "./summary.ts";

/** The calls about summaries: the only file that names their JSON:API type. */

const summary = resource("document_summary", summaryAttributes);

/** The newest summary of a document; null before there is one. @throws ApiError */
export async function findSummary(api: Api, documentId: string): Promise<Summary | null> {
  const filter = { "filter[document_id]": documentId, sort: "-version_number" };
  const query = { ...filter, "page[limit]": 1, "page[count]": "false" };
  const { items } = await api.list("/document_summaries", summary, {
    query,
    mayBeMissing: true,
    failure: "Failed to fetch data",
  });
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
