/** The resource `held_request`: beyond the day's limit, and not filed. */
import { and, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvents } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { computed, moment, recordType, text } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { listRoute } from "../engine/table-routes.ts";
import { nextVersion } from "../engine/writing.ts";
import { shownAccount } from "../landing/landing-routes.ts";
import { accessScopeOf, mayAny } from "../permissions.ts";
import { contactRequests, portalSettings, contactRequests as table, workspaces } from "../tables.ts";
import { contactRequest } from "./contact-request.ts";
import { filingQueue } from "./filing.ts";

const heldRequest = defineTable({
  type: "held_request",
  path: "/held_requests",
  table,
  attributes: {
    kind: text(table.kind),
    name: text(table.name),
    email: text(table.email),
    phone_number: text(table.phoneNumber),
    message: text(table.message),
    is_confirmed: computed(sql`${table.confirmedAt} is not null`, z.boolean()),
    inserted_at: moment(table.insertedAt),
  },
  scope: visibleHeld,
  can: (currentUser) => (mayAny(currentUser, "records.share") ? ["file", "discard"] : []),
});

const heldRequestList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {},
};

/** For members who see all clients, and the page's agent. Registrations are confirmed first. */
function visibleHeld(currentUser: Member): SQL {
  const held = sql`${inWorkspace(table, currentUser)} and ${table.isHeld}
    and (${table.kind} = 'message' or ${table.confirmedAt} is not null)`;
  if (accessScopeOf(currentUser, "records.view") === "all") return held;
  return sql`${held} and (select ${shownAccount} from ${workspaces}
    join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
    where ${workspaces.id} = ${table.workspaceId}) = ${currentUser.accountId}`;
}

const settledType = recordType("held_requests_settled", z.object({ count: z.number().int() }));
const chosen = { type: settledType.type, attributes: z.object({ ids: z.array(z.uuid()).min(1).max(100) }) };

/** Settled ones are skipped. */
export const heldRequestRoutes: readonly Route[] = [
  listRoute(
    heldRequest,
    heldRequestList,
    "What waits to be looked through before it is filed with clients, oldest first",
  ),
  action({
    method: "POST",
    path: `${heldRequest.path}/filings`,
    summary: "File several: each with the client who has its address, or with a new one",
    access: "workspace",
    input: chosen,
    answers: { status: 200, of: settledType },
    async run({ database, currentUser, attributes: { ids }, afterCommit }) {
      const filed = await settleHeld(database, currentUser, ids, {});
      for (const { id } of filed) await afterCommit(filingQueue, id);
      return answerSettled(currentUser, filed);
    },
  }),
  action({
    method: "POST",
    path: `${heldRequest.path}/dismissals`,
    summary: "Dismiss several: they are filed with nobody",
    access: "workspace",
    input: chosen,
    answers: { status: 200, of: settledType },
    async run({ database, currentUser, attributes: { ids }, now }) {
      const outcome = { outcome: "dismissed", settledAt: now.toISOString() } as const;
      const dismissed = await settleHeld(database, currentUser, ids, outcome);
      const senders = new Map(
        dismissed.map(({ id, name }) => [id, [{ field: "name", before: name, after: null }]] as const),
      );
      await recordEvents({ database, currentUser }, contactRequest, "dismissed", [...senders.keys()], senders);
      return answerSettled(currentUser, dismissed);
    },
  }),
];

type Outcome = Partial<Pick<typeof contactRequests.$inferInsert, "outcome" | "settledAt">>;

interface Settled {
  readonly id: string;
  readonly name: string;
}

/** @returns those that were held @throws Refusal 403 */
async function settleHeld(
  database: Queries,
  currentUser: Member,
  ids: readonly string[],
  outcome: Outcome,
): Promise<readonly Settled[]> {
  if (!mayAny(currentUser, "records.share")) throw forbidden();
  const theirs = and(inArray(contactRequests.id, [...ids]), inWorkspace(contactRequests, currentUser));
  const outOfReach = await database.$count(
    contactRequests,
    sql`${theirs} and ${contactRequests.isHeld} and not (${heldRequest.scope(currentUser)})`,
  );
  if (outOfReach > 0) throw forbidden();
  return database
    .update(contactRequests)
    .set({ ...nextVersion(contactRequests), ...outcome, isHeld: false })
    .where(and(inArray(contactRequests.id, [...ids]), heldRequest.scope(currentUser)))
    .returning({ id: contactRequests.id, name: contactRequests.name });
}

function answerSettled({ workspaceId }: Member, { length: count }: readonly Settled[]) {
  return found(settledType, { id: workspaceId, attributes: { count }, path: heldRequest.path });
}
