import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "../activities/activity-log.ts";
import { document } from "../documents/document.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { findRoute, isRecord, listRoute, type RecordWrite, removeRoute } from "../engine/table-routes.ts";
import { reportQueue } from "./analysing.ts";
import { inspectionReport, inspectionReportList } from "./inspection-report.ts";
import { findings, inspectionReports } from "./tables.ts";

const request = z.object({ documentId: z.uuid() });
const wanted = z.object({
  label: z.string(),
  file_id: z.string(),
  version_number: z.int(),
  package_id: z.string().nullable(),
});

/** Asking again for what is read, or is going to be, gives that; what failed is tried anew. */
async function wish(call: Call<"workspace", z.output<typeof request>>): Promise<Answer> {
  const { database, currentUser, attributes } = call;
  const isDocument = isRecord(document, attributes.documentId);
  const { record } = await readOne(database, document, currentUser, isDocument, { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  const {
    label,
    file_id: fileId,
    version_number: versionNumber,
    package_id: packageId,
  } = wanted.parse(record.attributes);
  if (packageId === null) throw invalidAttribute("document_id", "Only a document of a package can be analyzed.");
  const [known] = await database
    .select({ id: inspectionReports.id, state: inspectionReports.state })
    .from(inspectionReports)
    .where(
      sql`${inspectionReports.documentId} = ${record.id} and ${inspectionReports.versionNumber} = ${versionNumber}`,
    );
  if (known && known.state !== "failed") return answer(database, currentUser, known.id, 200);
  const row = { documentId: record.id, documentLabel: label, versionNumber, fileId, packageId };
  const id = known
    ? await restart(database, known.id)
    : await insert(database, { ...row, workspaceId: currentUser.workspaceId });
  await call.afterCommit(reportQueue, id);
  const subject = { type: inspectionReport.type, id };
  const changes = [{ field: "document_label", before: null, after: label }];
  const event = {
    kind: "inspection_report.requested",
    currentUser,
    clientId: null,
    packageId,
    subject,
    changes,
  } as const;
  await recordActivity(database, event);
  return answer(database, currentUser, id, known ? 200 : 201);
}

async function insert(database: Queries, row: typeof inspectionReports.$inferInsert): Promise<string> {
  const [made] = await database.insert(inspectionReports).values(row).returning({ id: inspectionReports.id });
  if (!made) throw new Error("The report was not stored.");
  return made.id;
}

async function restart(database: Queries, id: string): Promise<string> {
  const anew = { state: "queued", failure: null, isFinal: false, requestedAt: sql`now()` } as const;
  const version = sql`${inspectionReports.version} + 1`;
  await database
    .update(inspectionReports)
    .set({ ...anew, version })
    .where(isRecord(inspectionReport, id));
  return id;
}

async function answer(database: Queries, currentUser: Member, id: string, status: 200 | 201): Promise<Answer> {
  const { record } = await readOne(database, inspectionReport, currentUser, isRecord(inspectionReport, id));
  return { kind: "record", status, of: inspectionReport.of, record };
}

/** Removes a report with what it proposed and nobody has looked at; the other findings stay. */
async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(findings).where(sql`${findings.inspectionReportId} = ${record.id} and ${findings.isProposed}`);
  await database.delete(inspectionReports).where(isRecord(inspectionReport, record.id));
  const { package_id: packageId, document_label: label } = record.attributes;
  const changes = [{ field: "document_label", before: label, after: null }];
  const place = { clientId: null, packageId: String(packageId) };
  await recordActivity(database, {
    kind: "inspection_report.removed",
    currentUser,
    ...place,
    subject: record,
    changes,
  });
}

export const reportRoutes: readonly Route[] = [
  listRoute(inspectionReport, inspectionReportList, "Inspection reports, newest first"),
  findRoute(inspectionReport, "An inspection report"),
  action({
    method: "POST",
    path: inspectionReport.path,
    summary: "Have a document of a package read for findings; 200 with the report where that was asked before",
    access: "workspace",
    input: { type: inspectionReport.type, attributes: request },
    answers: { status: 201, of: inspectionReport.of },
    run: wish,
  }),
  removeRoute(inspectionReport, {
    summary: "Remove a report with its proposals; findings that were accepted stay",
    needs: "remove",
    run: remove,
  }),
];
