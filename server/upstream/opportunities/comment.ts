/** The resource `comment`: a note among staff about an opportunity. */

import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import { idFilter } from "../engine/filters.ts";
import { changesOf } from "../engine/history.ts";
import { moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, removeRecord, requireRecord } from "../engine/writing.ts";
import { notifyOfMentions } from "../notifications/mentions.ts";
import { mayAny } from "../permissions.ts";
import { comments } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { body } from "./inputs.ts";
import { markUpdated } from "./move-effects.ts";
import { opportunity } from "./opportunity.ts";
import { opportunityHolders } from "./shared-parts.ts";

const table = comments;

const comment = defineTable({
  type: "comment",
  path: "/comments",
  table,
  history: {
    topic: "comments",
    labels: {
      added: "Comment added",
      edited: "Comment edited",
      removed: "Comment removed",
    },
    holders: opportunityHolders(table.opportunityId),
    contact: { added: true },
    summary: ["body"],
  },
  attributes: {
    body: text(table.body),
    author_name: text(table.authorName),
    author_account_id: uuid(table.authorAccountId),
    inserted_at: moment(table.insertedAt),
    edited_at: moment(table.editedAt),
    opportunity_id: uuid(table.opportunityId),
  },
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  can: (currentUser, { author_account_id: author }) => (author === currentUser.accountId ? ["update", "remove"] : []),
});

const commentList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { opportunity_id: idFilter(table.opportunityId) },
};

const creation = z.object({ opportunityId: z.uuid(), body });
const change = z.object({ body });

async function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { accountId, workspaceId } = currentUser;
  await requireRecord(write, opportunity, attributes.opportunityId, "comment", { isLocked: true });
  const values = { ...attributes, authorAccountId: accountId, authorName: nameOf(accountId), workspaceId };
  const id = await createRecord(write, comment, "added", values);
  await markUpdated(database, attributes.opportunityId);
  await tellMentioned(write, { id, ...attributes });
  return id;
}

async function edit(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, record, attributes } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  await changeRecord(write, comment, "edited", { ...attributes, editedAt: sql`now()` }, changes);
  const opportunityId = String(record.attributes.opportunity_id);
  await markUpdated(database, opportunityId);
  await tellMentioned(write, { id: record.id, opportunityId, ...attributes });
}

async function tellMentioned(
  write: Write,
  { id, opportunityId, body }: { readonly id: string; readonly opportunityId: string; readonly body: string },
): Promise<void> {
  await notifyOfMentions(write, {
    about: { type: "opportunity", id: opportunityId },
    subject: { type: "comment", id },
    body,
  });
}

async function remove(write: RecordWrite): Promise<void> {
  await removeRecord(write, comment, "removed");
  await markUpdated(write.database, String(write.record.attributes.opportunity_id));
}

export const commentRoutes: readonly Route[] = [
  listRoute(comment, commentList, "Comments, newest first"),
  findRoute(comment, "A comment"),
  createRoute(comment, {
    summary: "Comment on an opportunity, for staff alone",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.comment"),
    run: add,
  }),
  changeRoute(comment, {
    summary: "Edit a comment of one's own",
    input: change,
    run: edit,
  }),
  removeRoute(comment, { summary: "Remove a comment of one's own", run: remove }),
];
