/** The resource `held_request`: what came from the public page beyond the day's share, and is filed with nobody yet. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text } from "../engine/attribute.ts";
import type { Member } from "../engine/current-user.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { shownAccount } from "../landing/shown-account.ts";
import { accessScopeOf, mayAny } from "../permissions.ts";
import { portalSettings, contactRequests as table, workspaces } from "../tables.ts";

export const heldRequest = defineTable({
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

export const heldRequestList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {},
};

/** Whoever sees all clients sees them, and the agent on the page, whose clients they would be. A registration is confirmed first. */
function visibleHeld(currentUser: Member): SQL {
  const held = sql`${inWorkspace(table, currentUser)} and ${table.isHeld}
    and (${table.kind} = 'message' or ${table.confirmedAt} is not null)`;
  if (accessScopeOf(currentUser, "records.view") === "all") return held;
  return sql`${held} and (select ${shownAccount} from ${workspaces}
    join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
    where ${workspaces.id} = ${table.workspaceId}) = ${currentUser.accountId}`;
}
