/** The resource `portal_request`: what a client sent and an agent settles. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { computed, moment, momentText, recordType, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, nextVersion } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { clients, documents, outcomes, portalRequestKinds, portalRequests } from "../tables.ts";
import { ofVisibleClients, writerOf } from "../visibility.ts";
import { changesIn, suggestionSchema } from "./wishes.ts";

const table = portalRequests;

export const portalRequest = defineTable({
  type: "portal_request",
  path: "/portal_requests",
  table,
  history: {
    topic: "portal",
    labels: {
      deletion: "Asked to be deleted in the client portal",
      buyer_profile: "Change of the buyer profile suggested in the client portal",
      deletion_withdrawn: "Wish to be deleted taken back in the client portal",
      settled: "Request from the client portal settled",
      accepted: "Change of the buyer profile accepted",
      dismissed: "Change of the buyer profile dismissed",
      withdrawn: "Change of the buyer profile withdrawn in the client portal",
    },
    holders: { client: table.clientId },
    contact: { deletion: true, buyer_profile: true },
  },
  attributes: {
    kind: computed(sql`${table.kind}`, z.enum(portalRequestKinds)),
    name: text(table.name),
    email: text(table.email),
    client_id: uuid(table.clientId),
    client_name: computed(
      sql`(select ${clients.name} from ${clients} where ${clients.id} = ${table.clientId})`,
      z.string(),
    ),
    document_id: uuid(table.documentId),
    document_label: computed(
      sql`(select ${documents.label} from ${documents} where ${documents.id} = ${table.documentId})`,
      z.string().nullable(),
    ),
    suggestion: computed(sql`${table.suggestion}`, suggestionSchema.nullable()),
    outcome: computed(sql`${table.outcome}`, z.enum(outcomes).nullable()),
    settled_at: moment(table.settledAt),
    settled_by_name: text(table.settledByName),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  can: (currentUser, { settled_at, kind }) => {
    if (settled_at !== null || !mayAny(currentUser, "records.edit")) return [];
    // A wish to be deleted ends when it is done or withdrawn.
    if (kind === "deletion") return mayAny(currentUser, "records.purge") ? ["delete_person"] : [];
    return kind === "buyer_profile" ? ["settle", "accept"] : ["settle"];
  },
});

const requestList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    deletion: trueOrFalse((is) => (is ? sql`${table.kind} = 'deletion'` : sql`${table.kind} <> 'deletion'`)),
    open: trueOrFalse((isOpen) => (isOpen ? sql`${table.settledAt} is null` : sql`${table.settledAt} is not null`)),
  },
  plannedByValue: ["client_id", "open"],
};

type Request = { readonly kind: "document"; readonly documentId: string } | { readonly kind: "deletion" };

/** SQL of a person's wish to be deleted, in whichever of their households of the workspace they asked: it covers them all. */
const openDeletion = ({ workspaceId, email }: PortalUser) => sql`${table.workspaceId} = ${workspaceId}
  and ${table.email} = ${email} and ${table.kind} = 'deletion' and ${table.settledAt} is null`;

async function withdrawDeletion(database: Queries, user: PortalUser, now: Date): Promise<void> {
  const rows = await database
    .update(table)
    .set({ ...nextVersion(table), settledAt: now.toISOString(), settledByName: user.name, outcome: "withdrawn" })
    .where(openDeletion(user))
    .returning({ id: table.id });
  for (const { id } of rows)
    await recordEvent({ database, currentUser: writerOf(user) }, portalRequest, "deletion_withdrawn", id);
}

/** Adds a request unless one is open, with an event for all but documents, which have their own. */
export async function insertRequest(database: Queries, user: PortalUser, request: Request): Promise<void> {
  const { workspaceId, clientId, email, name } = user;
  if (request.kind === "deletion" && (await database.$count(table, openDeletion(user))) > 0) return;
  const [row] = await database
    .insert(table)
    .values({ workspaceId, clientId, email, name, ...request })
    .onConflictDoNothing()
    .returning({ id: table.id });
  if (row === undefined || request.kind === "document") return;
  await recordEvent({ database, currentUser: writerOf(user) }, portalRequest, request.kind, row.id);
}

const deletionType = recordType(
  "portal_deletion",
  z.object({ asked_at: z.iso.datetime().nullable().describe("Null: the person has not asked, or it was settled") }),
);

export const requestRoutes: readonly Route[] = [
  listRoute(portalRequest, requestList, "What clients have sent in the portal, newest first"),
  findRoute(portalRequest, "Something that a client has sent in the portal"),
  changeRoute(portalRequest, {
    summary: "Settle a request: it needs no more attention; a suggested buyer profile is dismissed by that",
    method: "POST",
    below: "/settlement",
    needs: "settle",
    run: settle,
  }),
  action({
    method: "GET",
    path: "/portal/deletion",
    summary: "Whether the person has asked to be deleted",
    access: "client",
    answers: { status: 200, of: deletionType },
    run: ({ database, currentUser }) => answerDeletion(database, currentUser),
  }),
  action({
    method: "POST",
    path: "/portal/deletion",
    summary: "Ask to be deleted from all one's households of the workspace; again is a no-op",
    access: "client",
    answers: { status: 204, of: null },
    async run({ database, currentUser }) {
      await insertRequest(database, currentUser, { kind: "deletion" });
      return nothing;
    },
  }),
  action({
    method: "DELETE",
    path: "/portal/deletion",
    summary: "Take that back; again is a no-op",
    access: "client",
    answers: { status: 204, of: null },
    async run({ database, currentUser, now }) {
      await withdrawDeletion(database, currentUser, now);
      return nothing;
    },
  }),
];

async function settle(write: RecordWrite): Promise<void> {
  const settled = { settledAt: write.now.toISOString(), settledByName: nameOf(write.currentUser.accountId) };
  const isOpen = sql`${portalRequests.settledAt} is null`;
  const { kind, suggestion } = write.record.attributes;
  if (kind === "buyer_profile") {
    const dismissed = { ...settled, outcome: "dismissed" } as const;
    const changes = changesIn(suggestionSchema.parse(suggestion));
    await changeRecord(write, portalRequest, "dismissed", dismissed, changes, isOpen);
    return;
  }
  const changes = [{ field: "request", before: null, after: kind }];
  await changeRecord(write, portalRequest, "settled", settled, changes, isOpen);
}

async function answerDeletion(database: Queries, user: PortalUser) {
  const [row] = await database
    .select({ askedAt: momentText(portalRequests.insertedAt) })
    .from(portalRequests)
    .where(openDeletion(user));
  return found(deletionType, {
    id: user.clientId,
    attributes: { asked_at: row?.askedAt ?? null },
    path: "/portal/deletion",
  });
}
