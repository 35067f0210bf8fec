import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { approvedSummary, findApproved } from "../summaries/approved-summary.ts";
import { findOpened } from "./live-link.ts";
import { findShared } from "./shared-documents.ts";

const sharedSummary = recordType("shared_summary", approvedSummary);

/** The summary of a document that a link shows, if an agent has approved it for the file that is there now. */
export const summaryRoute: Route = action({
  method: "GET",
  path: "/shared_packages/:token/documents/:id/summary",
  summary: "The approved summary of a document that a link shows. Needs the header x-viewing-token",
  access: "anyone",
  answers: { status: 200, of: sharedSummary },
  async run({ database, segment, request, now }) {
    const link = await findOpened(database, segment("token"), request, now);
    const id = segment("id");
    const document = isUuid(id) ? await findShared(database, link, id) : null;
    const summary = document && (await findApproved(database, { id: document.id, fileId: document.file_id }));
    if (!document || !summary) throw notFound();
    const { method, points } = summary;
    return found(sharedSummary, { id: document.id, attributes: { label: document.label, method, points } });
  },
});
