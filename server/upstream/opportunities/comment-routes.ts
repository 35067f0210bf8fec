import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { nameOf } from "../identity/account-name.ts";
import { accessScopeOf } from "../permissions.ts";
import { comment, commentList } from "./comment.ts";
import { body } from "./inputs.ts";
import { lockOpportunity, noteHappening } from "./parent.ts";
import { comments } from "./tables.ts";

const creation = z.object({ opportunityId: z.uuid(), body });
const change = z.object({ body });

async function add({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { opportunityId } = attributes;
  await lockOpportunity(database, currentUser, opportunityId, "comment");
  const author = { authorAccountId: currentUser.accountId, authorName: nameOf(currentUser.accountId) };
  const values = { ...attributes, ...author, workspaceId: currentUser.workspaceId };
  const [row] = await database.insert(comments).values(values).returning({ id: comments.id });
  if (!row) throw new Error("The comment was not stored.");
  const subject = { type: comment.type, id: row.id };
  const changes = [{ field: "body", before: null, after: attributes.body }];
  await noteHappening({ database, currentUser, opportunityId, kind: "comment.added", subject, changes });
  return row.id;
}

async function edit({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const before = record.attributes.body;
  if (before === attributes.body) return;
  await database
    .update(comments)
    .set({ ...attributes, editedAt: sql`now()`, version: sql`${comments.version} + 1` })
    .where(isRecord(comment, record.id));
  await note({ database, currentUser, record, attributes }, "comment.edited", before, attributes.body);
}

async function remove(write: RecordWrite): Promise<void> {
  await write.database.delete(comments).where(isRecord(comment, write.record.id));
  await note(write, "comment.removed", write.record.attributes.body, null);
}

async function note(
  { database, currentUser, record }: Pick<RecordWrite, "database" | "currentUser" | "record"> & { attributes: unknown },
  kind: "comment.edited" | "comment.removed",
  before: unknown,
  after: string | null,
): Promise<void> {
  const opportunityId = String(record.attributes.opportunity_id);
  const changes = [{ field: "body", before, after }];
  await noteHappening({ database, currentUser, opportunityId, kind, subject: record, changes });
}

export const commentRoutes: readonly Route[] = [
  listRoute(comment, commentList, "Comments, newest first"),
  findRoute(comment, "A comment"),
  createRoute(comment, {
    summary: "Comment on an opportunity, for staff alone",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.comment") !== "no",
    run: add,
  }),
  changeRoute(comment, {
    summary: "Edit a comment of one's own",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: edit,
  }),
  removeRoute(comment, { summary: "Remove a comment of one's own", needs: "remove", run: remove }),
];
