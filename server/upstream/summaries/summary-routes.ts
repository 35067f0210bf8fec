import { sql } from "drizzle-orm";
import { z } from "zod";
import { document } from "../documents/document.ts";
import { noteActivity, type PlacedSubject, subjectOf } from "../documents/history.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { changeRoute, findRoute, isRecord, listRoute, noInput, type RecordWrite } from "../engine/table-routes.ts";
import { nameOf } from "../identity/account-name.ts";
import { documentSummary, documentSummaryList } from "./document-summary.ts";
import { countSummary } from "./month-limit.ts";
import { summaryQueue } from "./summarizing.ts";
import { documentSummaries } from "./tables.ts";

const request = z.object({ documentId: z.uuid() });
const wanted = z.object({ file_id: z.string(), version_number: z.int() });

/** Asking again for what is there, or on its way, gives that; what failed is tried anew. */
async function wish(call: Call<"workspace", z.output<typeof request>>): Promise<Answer> {
  const { database, currentUser, attributes } = call;
  const isDocument = isRecord(document, attributes.documentId);
  const { record } = await readOne(database, document, currentUser, isDocument, { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  const { file_id: fileId, version_number: versionNumber } = wanted.parse(record.attributes);
  const [known] = await database
    .select({ id: documentSummaries.id, state: documentSummaries.state })
    .from(documentSummaries)
    .where(
      sql`${documentSummaries.documentId} = ${record.id} and ${documentSummaries.versionNumber} = ${versionNumber}`,
    );
  if (known && known.state !== "failed") return answer(database, currentUser, known.id, 200);
  const month = await countSummary(database, currentUser, call.now);
  const row = { workspaceId: currentUser.workspaceId, documentId: record.id, versionNumber, fileId, month };
  const id = known ? await restart(database, known.id, month) : await insert(database, row);
  await call.afterCommit(summaryQueue, id);
  await noteActivity(database, currentUser, "document_summary.requested", ofDocument(id, record), []);
  return answer(database, currentUser, id, known ? 200 : 201);
}

async function insert(database: Queries, row: typeof documentSummaries.$inferInsert): Promise<string> {
  const [made] = await database.insert(documentSummaries).values(row).returning({ id: documentSummaries.id });
  if (!made) throw new Error("The summary was not stored.");
  return made.id;
}

async function restart(database: Queries, id: string, month: string): Promise<string> {
  const version = sql`${documentSummaries.version} + 1`;
  const anew = { state: "queued", failure: null, isFinal: false, requestedAt: sql`now()`, finishedAt: null } as const;
  await database
    .update(documentSummaries)
    .set({ ...anew, month, version })
    .where(isRecord(documentSummary, id));
  return id;
}

async function answer(database: Queries, currentUser: Member, id: string, status: 200 | 201): Promise<Answer> {
  const { record } = await readOne(database, documentSummary, currentUser, isRecord(documentSummary, id));
  return { kind: "record", status, of: documentSummary.of, record };
}

/** A summary as a part of its document's history. */
function ofDocument(id: string, documentRecord: WireRecord): PlacedSubject {
  return { ...subjectOf(documentRecord), type: documentSummary.type, id };
}

/** Shows a summary to clients, or hides it from them; again is nothing. */
function approve(isApproved: boolean) {
  return async ({ database, currentUser, record }: RecordWrite): Promise<void> => {
    const before = record.attributes.approved_at !== null;
    if (before === isApproved) return;
    await database
      .update(documentSummaries)
      .set({
        approvedAt: isApproved ? sql`now()` : null,
        approvedByName: isApproved ? nameOf(currentUser.accountId) : null,
        version: sql`${documentSummaries.version} + 1`,
      })
      .where(isRecord(documentSummary, record.id));
    const isDocument = isRecord(document, String(record.attributes.document_id));
    const { record: documentRecord } = await readOne(database, document, currentUser, isDocument);
    const kind = isApproved ? "document_summary.approved" : "document_summary.withdrawn";
    const changes = [{ field: "approved", before, after: isApproved }];
    await noteActivity(database, currentUser, kind, ofDocument(record.id, documentRecord), changes);
  };
}

const approval = { below: "/approval", input: noInput };

export const summaryRoutes: readonly Route[] = [
  listRoute(documentSummary, documentSummaryList, "Summaries, newest first"),
  findRoute(documentSummary, "A summary of a version of a document"),
  action({
    method: "POST",
    path: documentSummary.path,
    summary: "Have a document's newest version summarized; 200 with the summary where that was asked before",
    access: "workspace",
    input: { type: documentSummary.type, attributes: request },
    answers: { status: 201, of: documentSummary.of },
    run: wish,
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
    summary: "Take the approval of a summary back",
    method: "DELETE",
    needs: "withdraw",
    run: approve(false),
  }),
];
