import { sql } from "drizzle-orm";
import { z } from "zod";
import { answerThumbnail, type Thumbnails, thumbnailParameters } from "../documents/thumbnails.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed } from "../engine/answer.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { answerContent, noteOpenedByStaff } from "../files/content-route.ts";
import { isShown } from "../files/content-type.ts";
import { labelledName } from "../files/file-name.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { approvedSummary, findApproved } from "../summaries/document-summary.ts";
import { documentSummaries, documents, files, packages, portalOpenings, portalRequests } from "../tables.ts";
import { isSentByClient, ownDocuments } from "../visibility.ts";

const documentType = recordType(
  "portal_document",
  z.object({
    label: z.string(),
    kind: z.string(),
    mime: z.string(),
    size: z.int(),
    updated_at: z.iso.datetime(),
    package_id: z.uuid().nullable(),
    /** The street of its property; null for the client's own. */
    property: z.string().nullable(),
    is_cut_off: z.boolean().describe("Whether it is a picture that lost its end on the way, and is shown without"),
    is_shown: z.boolean().describe("Whether a browser can show it; else it can only be saved"),
    news: z.enum(["new", "new_version"]).nullable().describe("Since this person opened it last; null: there is none"),
    sent: z
      .enum(["waiting", "opened"])
      .nullable()
      .describe(
        "Of a document that this person has sent: whether staff have opened it; until then it can be taken back",
      ),
    has_summary: z.boolean().describe("Whether an agent has approved a summary of the newest version"),
  }),
);

const most = 200;

/** SQL of whether a document that a client sent is as it was, and opened by nobody of the staff. */
export const canTakeBack = sql<boolean>`(${portalRequests.openedAt} is null and ${portalRequests.settledAt} is null
  and ${documents.versionNumber} = 1)`;

/** Documents that are visible to a client. */
export function portalDocumentRoutes(store: ObjectStore, thumbnails: Thumbnails): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/portal/documents",
      summary: `The documents that are marked visible to the client, ${most} at most, by property and name`,
      access: "client",
      answers: { status: 200, of: documentType, many: true },
      async run({ database, currentUser }) {
        const { rows } = await database.execute<DocumentRow>(sql`
          select ${documents.id}, ${documents.label}, ${documents.kind}, ${documents.size}::float8 as size, ${documents.mime},
            ${documents.isCutOff},
            ${momentText(documents.updatedAt)} as updated_at, ${documents.packageId},
            (select ${packages.street} from ${packages} where ${packages.id} = ${documents.packageId}) as property,
            case when ${isSentByClient} then null
              when ${portalOpenings.id} is null then 'new'
              when ${portalOpenings.versionNumber} < ${documents.versionNumber} then 'new_version' end as news,
            (select case when ${canTakeBack} then 'waiting' else 'opened' end from ${portalRequests}
              where ${portalRequests.documentId} = ${documents.id} and ${portalRequests.email} = ${currentUser.email} limit 1) as sent,
            ${hasApprovedSummary} as has_summary
          from ${documents} left join ${portalOpenings} on ${portalOpenings.documentId} = ${documents.id}
            and ${portalOpenings.clientId} = ${currentUser.clientId} and ${portalOpenings.email} = ${currentUser.email}
          where ${ownDocuments(currentUser)}
          order by property nulls last, ${documents.labelKey}, ${documents.id} limit ${most}`);
        const records = rows.map(({ id, ...attributes }) => ({
          id,
          attributes: { ...attributes, is_shown: isShown(attributes.mime) },
        }));
        return listed(documentType, records);
      },
    }),
    action({
      method: "GET",
      path: "/portal/documents/:id/content",
      summary: "The bytes of one of these documents. Honours Range and If-Range",
      access: "client",
      parameters: z.object({ download: z.enum(["true", "false"]).optional() }),
      answers: { status: 200, of: null },
      async run({ database, currentUser, id, request, parameters }) {
        const [document] = await database
          .select({ label: documents.label, file: files })
          .from(documents)
          .innerJoin(files, sql`${files.id} = ${documents.fileId}`)
          .where(sql`${documents.id} = ${id()} and ${ownDocuments(currentUser)}`);
        if (document === undefined) throw notFound();
        const { label, file } = document;
        if (currentUser.viewerAccountId !== null) await noteOpenedByStaff(database, file.id);
        const content = { ...file, name: labelledName(label, file.name) };
        return answerContent(store, request, content, parameters.download === "true");
      },
    }),
    action({
      method: "GET",
      path: "/portal/documents/:id/thumbnail",
      summary: "One of these documents as a small picture; 202 until it is drawn, 404 where there is none",
      access: "client",
      parameters: thumbnailParameters,
      answers: { status: 200, of: null },
      async run({ database, currentUser, id, request, parameters }) {
        const [document] = await database
          .select({ fileId: documents.fileId, kind: documents.kind, workspaceId: documents.workspaceId })
          .from(documents)
          .where(sql`${documents.id} = ${id()} and ${ownDocuments(currentUser)}`);
        if (document === undefined) throw notFound();
        return answerThumbnail(thumbnails, request, document, parameters.width);
      },
    }),
    portalSummaryRoute,
  ];
}

interface DocumentRow extends Record<string, unknown> {
  readonly id: string;
  readonly mime: string;
}

const summaryType = recordType("portal_summary", approvedSummary);

/** SQL of whether a summary of the newest version is approved. */
const hasApprovedSummary = sql`exists (select from ${documentSummaries} s
  where s.document_id = ${documents.id} and s.file_id = ${documents.fileId} and s.approved_at is not null)`;

const portalSummaryRoute: Route = action({
  method: "GET",
  path: "/portal/documents/:id/summary",
  summary: "The approved summary of one of these documents",
  access: "client",
  answers: { status: 200, of: summaryType },
  async run({ database, currentUser, id }) {
    const { label, fileId } = documents;
    const [document] = await database
      .select({ id: documents.id, label, fileId })
      .from(documents)
      .where(sql`${documents.id} = ${id()} and ${ownDocuments(currentUser)}`);
    const summary = document && (await findApproved(database, document));
    if (!document || !summary) throw notFound();
    const { method, points } = summary;
    return found(summaryType, { id: document.id, attributes: { label: document.label, method, points } });
  },
});
