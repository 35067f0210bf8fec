import { sql } from "drizzle-orm";
import { z } from "zod";
import { document } from "../documents/document.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { isRecord } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, insertOne, nextVersion, requireRecord } from "../engine/writing.ts";
import { documentSummaries } from "../tables.ts";
import { documentSummary, documentSummaryList } from "./document-summary.ts";
import { countSummary } from "./month-limit.ts";
import { summaryQueue } from "./summarizing.ts";

const request = z.object({ documentId: z.uuid() });
const wanted = z.object({ file_id: z.string(), version_number: z.int() });

/** A summary that exists or is being made is returned as it is; one that failed is requested again, unless it would fail again. */
async function requestSummary(call: Call<"workspace", z.output<typeof request>>): Promise<Answer> {
  const { database, currentUser, attributes } = call;
  const record = await requireRecord(call, document, attributes.documentId, "update", { isLocked: true });
  const { file_id: fileId, version_number: versionNumber } = wanted.parse(record.attributes);
  const [known] = await database
    .select({ id: documentSummaries.id, state: documentSummaries.state, isFinal: documentSummaries.isFinal })
    .from(documentSummaries)
    .where(
      sql`${documentSummaries.documentId} = ${record.id} and ${documentSummaries.versionNumber} = ${versionNumber}`,
    );
  if (known && (known.state !== "failed" || known.isFinal)) return answer(database, currentUser, known.id, 200);
  const month = await countSummary(database, currentUser, call.now);
  const row = { workspaceId: currentUser.workspaceId, documentId: record.id, versionNumber, fileId, month };
  const id = known ? await restart(database, known.id, month) : await insertOne(database, documentSummaries, row);
  await call.afterCommit(summaryQueue, id);
  await recordEvent(call, documentSummary, "requested", id);
  return answer(database, currentUser, id, known ? 200 : 201);
}

async function restart(database: Queries, id: string, month: string): Promise<string> {
  const anew = { state: "queued", failure: null, isFinal: false, requestedAt: sql`now()`, finishedAt: null } as const;
  await database
    .update(documentSummaries)
    .set({ ...anew, month, ...nextVersion(documentSummaries) })
    .where(isRecord(documentSummary, id));
  return id;
}

async function answer(database: Queries, currentUser: Member, id: string, status: 200 | 201): Promise<Answer> {
  const { record } = await readOne(database, documentSummary, currentUser, id);
  return { kind: "record", status, of: documentSummary.of, record };
}

/** Shows a summary to clients, or hides it from them; a second time changes nothing. */
function approve(isApproved: boolean) {
  return async (write: RecordWrite): Promise<void> => {
    const { currentUser, record } = write;
    const before = record.attributes.approved_at !== null;
    if (before === isApproved) return;
    const values = {
      approvedAt: isApproved ? sql`now()` : null,
      approvedByName: isApproved ? nameOf(currentUser.accountId) : null,
    };
    const changes = [{ field: "approved", before, after: isApproved }];
    await changeRecord(write, documentSummary, isApproved ? "approved" : "withdrawn", values, changes);
  };
}

const approval = { below: "/approval" };

export const summaryRoutes: readonly Route[] = [
  listRoute(documentSummary, documentSummaryList, "Summaries, newest first"),
  findRoute(documentSummary, "A summary of a version of a document"),
  action({
    method: "POST",
    path: documentSummary.path,
    summary: "Summarize a document's newest version; 200 with the summary where it was requested before",
    access: "workspace",
    input: { type: documentSummary.type, attributes: request },
    answers: { status: 201, of: documentSummary.of, again: 200 },
    run: requestSummary,
  }),
  changeRoute(documentSummary, {
    ...approval,
    summary: "Approve a summary: clients may see it",
    method: "POST",
    needs: "approve",
    run: approve(true),
  }),
  changeRoute(documentSummary, {
    ...approval,
    summary: "Withdraw the approval of a summary",
    method: "DELETE",
    needs: "withdraw",
    run: approve(false),
  }),
];
