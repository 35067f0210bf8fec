import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import { momentText } from "../engine/attribute.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { portalRequests } from "../tables.ts";
import { insertRequest, portalRequest, requestList, withdrawDeletion } from "./request.ts";
import { changesIn, suggestionSchema } from "./wishes.ts";

const deletionType = recordType(
  "portal_deletion",
  z.object({ asked_at: z.iso.datetime().nullable().describe("Null: the person has not asked, or it was settled") }),
);

/** Clients ask, staff settle. */
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
    summary: "Ask to be deleted; again is a no-op",
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

async function answerDeletion(database: Queries, { clientId, email }: PortalUser) {
  const [row] = await database
    .select({ askedAt: momentText(portalRequests.insertedAt) })
    .from(portalRequests)
    .where(sql`${portalRequests.clientId} = ${clientId} and ${portalRequests.email} = ${email}
      and ${portalRequests.kind} = 'deletion' and ${portalRequests.settledAt} is null`);
  return found(deletionType, {
    id: clientId,
    attributes: { asked_at: row?.askedAt ?? null },
    path: "/portal/deletion",
  });
}
