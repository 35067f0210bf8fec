/** The resource `inspection_report`: a version of a document that is read for findings. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import { documents, inspectionReports, packages } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

const table = inspectionReports;
const ofDocument = sql`from ${documents} where ${documents.id} = ${table.documentId}`;

export const inspectionReport = defineTable({
  type: "inspection_report",
  path: "/inspection_reports",
  table,
  history: {
    topic: "inspections",
    labels: {
      requested: "Inspection report submitted for analysis",
      removed: "Inspection report removed",
    },
    holders: { package: table.packageId },
    summary: ["document_label"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    document_id: uuid(table.documentId),
    document_label: computed(
      sql`coalesce((select ${documents.label} ${ofDocument}), ${table.documentLabel})`,
      z.string(),
    ),
    version_number: integer(table.versionNumber),
    /** Whether the document has been replaced since. */
    is_stale: computed(
      sql`coalesce((select ${documents.versionNumber} ${ofDocument}) > ${table.versionNumber}, false)`,
      z.boolean(),
    ),
    state: text(table.state),
    failure: text(table.failure),
    is_final: computed(sql`${table.isFinal}`, z.boolean()),
    method: text(table.method),
    page_count: integer(table.pageCount),
    pages_read: integer(table.pagesRead),
    inserted_at: moment(table.insertedAt),
    assigned_account_id: ownerOfPackage(),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  can(
    currentUser,
    { assigned_account_id: owner, document_id: documentId, state, is_final: isFinal, is_stale: isStale },
  ) {
    if (!mayOn(currentUser, "records.edit", owner)) return [];
    const isWorthAnother = documentId !== null && (isStale || (state === "failed" && !isFinal));
    return ["remove", ...(isWorthAnother ? ["request"] : [])];
  },
});

function ownerOfPackage() {
  const owner = sql`(select ${packages.assignedAccountId} from ${packages} where ${packages.id} = ${table.packageId})`;
  return computed(owner, z.uuid().nullable());
}

/** How reports are listed. */
export const inspectionReportList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
    document_id: idFilter(table.documentId),
  },
};
