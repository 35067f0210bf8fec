/** The resource `document_summary`: what a version of a document says in short, each point with its page. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { ownerOf } from "../documents/placement.ts";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import { documentSummaries, documents } from "../tables.ts";
import { ofVisibleDocuments } from "../visibility.ts";
import { point } from "./point.ts";

const table = documentSummaries;
const ofDocument = sql`from ${documents} where ${documents.id} = ${table.documentId}`;

export const documentSummary = defineTable({
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
    // Of an older version than the document's it is stale, whenever it was made.
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
      // Clients see approved summaries only: those of the version that they would open.
      ...(state === "ready" ? ["approve"] : []),
      ...(state === "ready" || state === "stale" ? ["withdraw"] : []),
      ...(state === "stale" || (state === "failed" && !isFinal) ? ["request"] : []),
    ];
  },
});

/** How summaries are listed. */
export const documentSummaryList: ListRules = {
  sorts: {
    requested_at: { column: table.requestedAt, as: "moment" },
    version_number: { column: table.versionNumber, as: "number" },
  },
  defaultSort: "-requested_at",
  filters: { document_id: idFilter(table.documentId) },
};
