/** The resource `inspection_report`: a document's version that is read for findings. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { document } from "../documents/document.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { idFilter } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { defineTable, isRecord, type ListRules } from "../engine/table.ts";
import { findRoute, listRoute, type RecordWrite, removeRoute } from "../engine/table-routes.ts";
import { insertOne, nextVersion, removeRecord, requireRecord } from "../engine/writing.ts";
import { mayOn } from "../permissions.ts";
import { documents, findings, inspectionReports, packages } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";
import { reportQueue } from "./report-analysis.ts";

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
    /** Whether the document has a newer version. */
    is_stale: computed(
      sql`coalesce((select ${documents.versionNumber} ${ofDocument}) > ${table.versionNumber}, false)`,
      z.boolean(),
    ),
    state: text(table.state),
    failure: text(table.failure),
    is_final: computed(sql`${table.isFinal}`, z.boolean()),
    method: text(table.method),
    /** With those that were dismissed since. */
    finding_count: computed(
      sql`(select count(*) from ${findings} where ${findings.inspectionReportId} = ${table.id})::int`,
      z.int(),
    ),
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

const inspectionReportList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
    document_id: idFilter(table.documentId),
  },
};

const request = z.object({ documentId: z.uuid() });

const wanted = z.object({
  label: z.string(),
  file_id: z.string(),
  version_number: z.int(),
  package_id: z.string().nullable(),
});

/** Requests a report; one that exists or waits is given, and one that failed for good, too. */
async function requestReport(call: Call<"workspace", z.output<typeof request>>): Promise<Answer> {
  const { database, currentUser, attributes } = call;
  const record = await requireRecord(call, document, attributes.documentId, "update", { isLocked: true });
  const {
    label,
    file_id: fileId,
    version_number: versionNumber,
    package_id: packageId,
  } = wanted.parse(record.attributes);
  if (packageId === null) throw invalidAttribute("document_id", "Only a property's document can be analyzed.");
  const [known] = await database
    .select({ id: inspectionReports.id, state: inspectionReports.state, isFinal: inspectionReports.isFinal })
    .from(inspectionReports)
    .where(
      sql`${inspectionReports.documentId} = ${record.id} and ${inspectionReports.versionNumber} = ${versionNumber}`,
    );
  if (known && (known.state !== "failed" || known.isFinal)) return answer(database, currentUser, known.id, 200);
  const row = { documentId: record.id, documentLabel: label, versionNumber, fileId, packageId };
  const id = known
    ? await restart(database, known.id)
    : await insertOne(database, inspectionReports, { ...row, workspaceId: currentUser.workspaceId });
  await call.afterCommit(reportQueue, id);
  const changes = [{ field: "document_label", before: null, after: label }];
  await recordEvent(call, inspectionReport, "requested", id, changes);
  return answer(database, currentUser, id, known ? 200 : 201);
}

async function restart(database: Queries, id: string): Promise<string> {
  const anew = { state: "queued", failure: null, isFinal: false, requestedAt: sql`now()` } as const;
  await database
    .update(inspectionReports)
    .set({ ...anew, ...nextVersion(inspectionReports) })
    .where(isRecord(inspectionReport, id));
  return id;
}

async function answer(database: Queries, currentUser: Member, id: string, status: 200 | 201): Promise<Answer> {
  const { record } = await readOne(database, inspectionReport, currentUser, id);
  return { kind: "record", status, of: inspectionReport.of, record };
}

/** Accepted findings stay. */
async function remove(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  await database
    .update(documents)
    .set({ version: nextVersion(documents).version })
    .where(sql`${documents.id} = ${record.attributes.document_id}`);
  await database.delete(findings).where(sql`${findings.inspectionReportId} = ${record.id} and ${findings.isProposed}`);
  await removeRecord(write, inspectionReport, "removed");
}

export const reportRoutes: readonly Route[] = [
  listRoute(inspectionReport, inspectionReportList, "Inspection reports, newest first"),
  findRoute(inspectionReport, "An inspection report"),
  action({
    method: "POST",
    path: inspectionReport.path,
    summary: "Analyze a document of a package; 200 with the report where it was requested before",
    access: "workspace",
    input: { type: inspectionReport.type, attributes: request },
    answers: { status: 201, of: inspectionReport.of, again: 200 },
    run: requestReport,
  }),
  removeRoute(inspectionReport, {
    summary: "Remove a report with its suggested findings; accepted ones stay",
    run: remove,
  }),
];
