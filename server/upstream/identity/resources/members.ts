import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../../engine/action.ts";
import { computed, moment, text } from "../../engine/attribute.ts";
import { defineTable } from "../../engine/table.ts";
import { findRoute, listRoute } from "../../engine/table-routes.ts";
import { members } from "../tables.ts";

const picture = z.object({ url: z.string().optional(), file_id: z.string() });

/** The accounts that belong to the current user's workspace, each with its role there. */
const memberAccounts = defineTable({
  type: "account",
  path: "/accounts/members",
  table: members,
  attributes: {
    first_name: text(members.firstName),
    last_name: text(members.lastName),
    full_name: text(members.fullName),
    email: text(members.email),
    phone_number: text(members.phoneNumber),
    address: text(members.address),
    profile_picture: computed(sql`${members.profilePicture}`, picture.nullable()),
    notes: text(members.notes),
    role: text(members.role),
    verified_at: moment(members.verifiedAt),
    inserted_at: moment(members.insertedAt),
  },
  scope: (currentUser) => eq(members.workspaceId, currentUser.workspaceId),
  can: () => [],
});

/** GET of the members, newest first, and of one. */
export function memberRoutes(): Route[] {
  const rules = {
    sorts: {
      inserted_at: { column: members.insertedAt, as: "moment" },
      first_name: { column: members.firstName, as: "text" },
      last_name: { column: members.lastName, as: "text" },
      email: { column: members.email, as: "text" },
    },
    defaultSort: "-inserted_at",
    filters: {},
  } as const;
  return [
    listRoute(memberAccounts, rules, "The members of the workspace, newest first"),
    findRoute(memberAccounts, "One member of the workspace"),
  ];
}
