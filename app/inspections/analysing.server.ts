import type { RouterContextProvider } from "react-router";
import { apiOf } from "../session/session.server.ts";
import { waitWhileQueued } from "../summaries/summaries.server.ts";
import { findReport, requestReport } from "./inspections.server.ts";

/** Has a document read for findings, and gives that a moment. @throws ApiError "forbidden", "missing" */
export async function analyzeDocument(
  context: Readonly<RouterContextProvider>,
  documentId: string,
  key: string,
): Promise<void> {
  const { id, state } = await requestReport(apiOf(context), documentId, key);
  if (state === "queued") await waitWhileQueued(() => findReport(apiOf(context), id));
}
