import { sql } from "drizzle-orm";
import { z } from "zod";
import { document } from "../documents/document.ts";
import { insertDocument } from "../documents/document-writes.ts";
import { freeName, longestName } from "../documents/names.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, invalidAttribute, notFound, Refusal } from "../engine/refusal.ts";
import type { ContentType } from "../files/content-type.ts";
import type { Uploader } from "../files/file.ts";
import { shortened } from "../files/file-name.ts";
import { announcement, bringFile, creation, signedPost, signPost } from "../files/file-routes.ts";
import { usedStorage } from "../files/storage-limits.ts";
import { planLimit, planLimits } from "../plan-limits.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { documents, files, objects, portalPeople, portalRequests, workspaces } from "../tables.ts";
import { ownDocuments, writerOf } from "../visibility.ts";
import { completeAsClient } from "./client-tasks.ts";
import { canTakeBack } from "./document-routes.ts";
import { insertRequest } from "./request.ts";

const bytes = z.int().describe("Bytes");

const allowanceType = recordType(
  "storage_allowance",
  z.object({ used: bytes, storage_limit: bytes, file_limit: bytes }),
);
const fileType = recordType("file", creation.omit({ uri: true, storageKey: true }));
const sentType = recordType("portal_document", z.object({ label: z.string() }));

/** Per person; a bound for strangers at their browser. */
const mostOfDay = 20;

const largest = 25 * 1024 ** 2;

/** Clients send documents as staff upload files: announced, posted, created. */
export function portalUploadRoutes(store: ObjectStore): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/portal/storage_allowance",
      summary: "Bytes that a client may still send, and may have in one file",
      access: "client",
      answers: { status: 200, of: allowanceType },
      async run({ database, currentUser }) {
        const { plan, workspaceId } = await uploaderOf(database, currentUser);
        const { storage } = planLimits[plan];
        const room = Math.max(0, storage - (await usedStorage(database, workspaceId)));
        // Clients need not know how much others have stored.
        const attributes = { used: 0, storage_limit: Math.min(room, mostOfDay * largest), file_limit: largest };
        return found(allowanceType, { id: currentUser.clientId, attributes, path: "/portal/storage_allowance" });
      },
    }),
    action({
      method: "POST",
      path: "/portal/files/presigned_posts",
      summary: `Sign a post of one file of a client to the object store; ${mostOfDay} a day`,
      access: "client",
      input: { type: "presigned_post", attributes: announcement },
      answers: { status: 201, of: null, json: signedPost },
      // Signing needs no database.
      transaction: "own",
      async run({ currentUser, ...call }) {
        const uploader = await uploaderOf(call.database, currentUser);
        if (call.attributes.size > largest) throw planLimit("Clients can send files of up to 25 MB.");
        await checkDay(call.database, uploader, call.now);
        return signPost(store, uploader, call);
      },
    }),
    action({
      method: "POST",
      path: "/portal/files",
      summary: "Create a file from what a client posted to the object store",
      access: "client",
      input: { type: "file", attributes: creation },
      answers: { status: 201, of: fileType },
      // The store is asked before the transaction.
      transaction: "own",
      async run({ database, currentUser, attributes, now }) {
        const uploader = await uploaderOf(database, currentUser);
        const id = await bringFile(store, uploader, { database, attributes, now, check: checkSentFile });
        const { name, mime, size } = attributes;
        return created(fileType, { id, attributes: { name, mime, size } });
      },
    }),
    action({
      method: "POST",
      path: "/portal/documents",
      summary: "Make a document of a file that the client has sent; the agent finds it among the client's documents",
      access: "client",
      input: {
        type: "portal_document",
        attributes: z.object({
          fileId: z.uuid(),
          taskId: z.uuid().optional().describe("The task that it is done with"),
        }),
      },
      answers: { status: 201, of: sentType },
      async run({ database, currentUser, attributes: { fileId, taskId }, afterCommit }) {
        const { personId, workspaceId, clientId } = currentUser;
        if (personId === null) throw notFound();
        const file = await findSent(database, workspaceId, personId, fileId);
        const placement = { folderId: null, packageId: null, clientId };
        const wanted = shortened(file.name, longestName);
        const label = await freeName(database, "document", { ...placement, workspaceId }, wanted);
        const write = { database, currentUser: writerOf(currentUser), afterCommit };
        const id = await insertDocument(write, { placement, file, label, isClientVisible: true });
        await insertRequest(database, currentUser, { kind: "document", documentId: id });
        if (taskId !== undefined && !(await completeAsClient(database, currentUser, taskId))) throw notFound();
        return created(sentType, { id, attributes: { label } });
      },
    }),
    action({
      method: "DELETE",
      path: "/portal/documents/:id",
      summary: "Take back a document that the person has sent, for good, while nobody of the staff has opened it",
      access: "client",
      answers: { status: 204, of: null },
      async run({ database, currentUser, id }) {
        await takeBack(database, currentUser, id());
        return nothing;
      },
    }),
  ];
}

/** @throws Refusal 404 for what this person has not sent, 409 "document_opened" */
async function takeBack(database: Queries, user: PortalUser, id: string): Promise<void> {
  const { clientId, email } = user;
  const [sent] = await database
    .select({ label: documents.label, canTakeBack })
    .from(portalRequests)
    .innerJoin(documents, sql`${documents.id} = ${portalRequests.documentId}`)
    .where(sql`${documents.id} = ${id} and ${ownDocuments(user)}
      and ${portalRequests.clientId} = ${clientId} and ${portalRequests.email} = ${email}`)
    .for("update");
  if (sent === undefined) throw notFound();
  if (!sent.canTakeBack) throw conflict("document_opened", "Somebody has opened it. It can be asked to be deleted.");
  const changes = [{ field: "label", before: sent.label, after: null }];
  await recordEvent({ database, currentUser: writerOf(user) }, document, "purged", id, changes);
  await database.delete(documents).where(sql`${documents.id} = ${id}`);
}

async function uploaderOf(database: Queries, { workspaceId, personId }: PortalUser): Promise<Uploader> {
  const [workspace] = await database
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  if (workspace === undefined || personId === null) throw notFound();
  return { workspaceId, plan: workspace.plan, uploaderId: personId, accountId: null };
}

/** @throws Refusal 400 `daily_limit` */
async function checkDay(database: Queries, { workspaceId, uploaderId }: Uploader, now: Date): Promise<void> {
  // A post is signed for an hour.
  const [counted] = await database
    .select({ announced: sql<number>`count(*)::int` })
    .from(objects)
    .where(sql`${objects.workspaceId} = ${workspaceId} and ${objects.accountId} = ${uploaderId}
      and ${objects.expiresAt} > ${now}::timestamptz - interval '23 hours'`);
  if ((counted?.announced ?? 0) < mostOfDay) return;
  const detail = `A client can send ${mostOfDay} documents a day.`;
  throw new Refusal([{ status: 400, code: "daily_limit", detail, source: { pointer: "/data/attributes/size" } }]);
}

/** A file of this person, who is locked, so that a file becomes one document. @throws Refusal 400 */
async function findSent(database: Queries, workspaceId: string, personId: string, fileId: string) {
  const { id, name, mime, kind, size, metadata, excerpt } = files;
  await database.select().from(portalPeople).where(sql`${portalPeople.id} = ${personId}`).for("update");
  const [file] = await database
    .select({ id, name, mime, kind, size, metadata, excerpt })
    .from(files)
    .innerJoin(objects, sql`${objects.storageKey} = ${files.storageKey}`)
    .where(
      sql`${files.id} = ${fileId} and ${files.workspaceId} = ${workspaceId} and ${objects.accountId} = ${personId}`,
    );
  if (file === undefined) throw invalidAttribute("file_id", "This file doesn't exist.");
  return file;
}

type Family = "picture" | "pdf" | "office" | "text";

const families: Readonly<Record<Family, readonly string[]>> = {
  picture: ["jpg", "jpeg", "jfif", "png", "gif", "webp", "avif", "heic", "heif", "tif", "tiff", "bmp"],
  pdf: ["pdf"],
  office: ["doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf"],
  text: ["txt", "csv", "md", "tsv", "ics", "vcf"],
};

/** Microsoft's formats before 2007, Office Open XML, OpenDocument and Rich Text, without macros. */
const office =
  /^application\/(x-cfb|rtf|vnd\.openxmlformats-officedocument\.[\w.]+\.(document|sheet|presentation)|vnd\.oasis\.opendocument\.(text|spreadsheet|presentation))$/;

function familyOf({ mime, kind }: ContentType): Family | null {
  if (kind === "pdf") return "pdf";
  if (kind === "image") return "picture";
  if (office.test(mime)) return "office";
  // Markup is text: it is never shown as a page.
  return mime.startsWith("text/") ? "text" : null;
}

/** @throws Refusal 400 `file_type`, or `file_content` for other bytes than the name says */
function checkSentFile(name: string, type: ContentType): void {
  const [, ending = ""] = /\.([^.]*)$/.exec(name.toLowerCase()) ?? [];
  const [named] = Object.entries(families).find(([, endings]) => endings.includes(ending)) ?? [];
  const family = familyOf(type);
  if (family !== null && family === named) return;
  // Without an ending nothing can be wrong; text is what nobody recognizes.
  if (family !== null && family !== "text" && ending === "") return;
  if (named === undefined) throw refusal("file_type", "Clients can send pictures, PDFs, Office documents and texts.");
  throw refusal("file_content", "This file is not what its name says, or it is damaged.");
}

function refusal(code: string, detail: string): Refusal {
  return new Refusal([{ status: 400, code, detail, source: { pointer: "/data/attributes/name" } }]);
}
