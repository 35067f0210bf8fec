/** The resource `document_summary`: the points of a document's version, with pages. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { document } from "../documents/document.ts";
import { ownerOf } from "../documents/placement.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { idFilter } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { defineTable, isRecord, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, insertOne, nextVersion, requireRecord } from "../engine/writing.ts";
import { mayOn } from "../permissions.ts";
import { documentSummaries, documents } from "../tables.ts";
import { ofVisibleDocuments } from "../visibility.ts";
import { point } from "./point.ts";
import { countSummary, summaryQueue } from "./summarizing.ts";

const table = documentSummaries;
const ofDocument = sql`from ${documents} where ${documents.id} = ${table.documentId}`;

const documentSummary = defineTable({
  type: "document_summary",
  path: "/document_summaries",
  table,
  history: {
    topic: "documents",
    labels: {
      requested: "AI summary requested",
      approved: "AI summary approved for clients",
      withdrawn: "AI summary hidden from clients",
    },
    holders: {
      client: sql`(select ${documents.clientId} ${ofDocument})`,
      package: sql`(select ${documents.packageId} ${ofDocument})`,
    },
  },
  attributes: {
    document_id: uuid(table.documentId),
    version_number: integer(table.versionNumber),
    state: computed(
      sql`case when ${table.state} = 'ready'
        and ${table.versionNumber} < (select ${documents.versionNumber} ${ofDocument}) then 'stale' else ${table.state} end`,
      z.enum(["queued", "ready", "failed", "stale"]),
    ),
    method: text(table.method),
    points: computed(sql`${table.points}`, z.array(point)),
    page_count: integer(table.pageCount),
    pages_read: integer(table.pagesRead),
    failure: text(table.failure),
    is_final: computed(sql`${table.isFinal}`, z.boolean()),
    requested_at: moment(table.requestedAt),
    finished_at: moment(table.finishedAt),
    approved_at: moment(table.approvedAt),
    approved_by_name: text(table.approvedByName),
    assigned_account_id: computed(sql`(select ${ownerOf(documents)} ${ofDocument})`, z.uuid().nullable()),
    is_trashed: computed(sql`(select ${documents.isTrashed} ${ofDocument})`, z.boolean()),
  },
  scope: (currentUser) => ofVisibleDocuments(table, currentUser),
  can(currentUser, { assigned_account_id: owner, state, is_final: isFinal, is_trashed: isTrashed }) {
    if (isTrashed || !mayOn(currentUser, "records.edit", owner)) return [];
    return [
      // Clients see approved summaries of the version that they would open.
      ...(state === "ready" ? ["approve"] : []),
      ...(state === "ready" || state === "stale" ? ["withdraw"] : []),
      ...(state === "stale" || (state === "failed" && !isFinal) ? ["request"] : []),
    ];
  },
});

const documentSummaryList: ListRules = {
  sorts: {
    requested_at: { column: table.requestedAt, as: "moment" },
    version_number: { column: table.versionNumber, as: "number" },
  },
  defaultSort: "-requested_at",
  filters: { document_id: idFilter(table.documentId) },
};

const request = z.object({ documentId: z.uuid() });
const wanted = z.object({ file_id: z.string(), version_number: z.int() });

/** Requests a summary; one that exists or waits is given, and one that failed for good, too. */
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

/** Idempotent. */
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

export const approvedSummary = z.object({
  label: z.string().describe("Of the document"),
  method: z.enum(["extract", "model"]),
  points: z.array(z.object({ text: z.string(), page: z.int() })),
});

interface ApprovedSummary extends Record<string, unknown> {
  readonly method: string;
  readonly points: unknown;
}

/** The approved summary of a document's file; null for none. */
export async function findApproved(
  database: Reads,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<ApprovedSummary | null> {
  const { rows } = await database.execute<ApprovedSummary>(sql`select s.method, s.points from ${documentSummaries} s
    where s.document_id = ${id} and s.file_id = ${fileId} and s.approved_at is not null`);
  return rows[0] ?? null;
}
