import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found, listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { documents } from "../tables.ts";
import { attachableDocuments, checkPackage, readClient } from "./client-of-thread.ts";
import { type DraftKey, draftType, keepDraft, readDraft } from "./draft.ts";
import { documentIds, draftBody } from "./inputs.ts";

/** Documents that are offered to be attached. */
const mostDocuments = 200;

const attachableType = recordType(
  "attachable_document",
  z.object({ label: z.string(), mime: z.string(), size: z.int(), package_street: z.string().nullable() }),
);

/** What is not given stays as it is. */
const content = z.object({
  body: draftBody.optional(),
  packageId: z.uuid("Choose a property.").nullish(),
  documentIds: documentIds.optional(),
  submissionKey: z
    .uuid()
    .optional()
    .describe("Nothing is kept once the draft with this key was sent: what was begun arrives after it"),
});

async function keyOf(database: Queries, currentUser: Member, clientId: string): Promise<DraftKey> {
  const { id } = await readClient(database, currentUser, clientId);
  return { clientId: id, workspaceId: currentUser.workspaceId, accountId: currentUser.accountId };
}

async function answerDraft(database: Queries, currentUser: Member, key: DraftKey) {
  const attributes = await readDraft(database, key, attachableDocuments(currentUser, key.clientId));
  return found(draftType, { id: key.clientId, attributes, path: `/message_drafts/${key.clientId}` });
}

/** What the current user has begun to write to a client; nobody else sees it. */
export const draftRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/message_drafts/:id/documents",
    summary: "The newest documents that a message to a client may have: those that the client sees",
    access: "workspace",
    answers: { status: 200, of: attachableType, many: true },
    async run({ database, currentUser, id }) {
      const { id: clientId } = await readClient(database, currentUser, id());
      const { rows } = await database.execute<{ id: string }>(sql`
        select ${documents.id}, ${documents.label}, ${documents.mime}, ${documents.size}::integer as size,
          (select p.street from upstream.packages p where p.id = ${documents.packageId}) as package_street
        from ${documents} where ${attachableDocuments(currentUser, clientId)}
        order by ${documents.insertedAt} desc, ${documents.id} limit ${mostDocuments}`);
      return listed(
        attachableType,
        rows.map(({ id, ...attributes }) => ({ id, attributes })),
      );
    },
  }),
  action({
    method: "GET",
    path: "/message_drafts/:id",
    summary: "What the current user has begun to write to a client",
    access: "workspace",
    answers: { status: 200, of: draftType },
    async run({ database, currentUser, id }) {
      return answerDraft(database, currentUser, await keyOf(database, currentUser, id()));
    },
  }),
  action({
    method: "PATCH",
    path: "/message_drafts/:id",
    summary: "Keep what the current user has begun to write to a client",
    access: "workspace",
    input: { type: "message_draft", attributes: content },
    answers: { status: 200, of: draftType },
    async run({ database, currentUser, attributes, id }) {
      const key = await keyOf(database, currentUser, id());
      const kept = await readDraft(database, key, sql`true`);
      const {
        body = kept.body,
        packageId = kept.package_id,
        documentIds = kept.documents.map((document) => document.id),
      } = attributes;
      await checkPackage(database, currentUser, key.clientId, packageId);
      await keepDraft(database, key, { body, packageId, documentIds }, attributes.submissionKey);
      return answerDraft(database, currentUser, key);
    },
  }),
];
