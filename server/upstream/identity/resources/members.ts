import { sql } from "drizzle-orm";
import { z } from "zod";
import { searchTermsOf } from "../../clients/search-keys.ts";
import { action, type RequestContext, type Route, requireAccess } from "../../engine/action.ts";
import { found } from "../../engine/answer.ts";
import { computed, moment, text } from "../../engine/attribute.ts";
import type { Member } from "../../engine/current-user.ts";
import { recordEvent } from "../../engine/history.ts";
import { readOne } from "../../engine/reading.ts";
import { forbidden } from "../../engine/refusal.ts";
import { defineTable, type ListRules, type TableResource } from "../../engine/table.ts";
import { findRoute, listRoute } from "../../engine/table-routes.ts";
import { inWorkspace } from "../../engine/tenancy.ts";
import { searchFilter } from "../../engine/text-search.ts";
import { may } from "../../permissions.ts";
import { face, faceChanges, faceInput, replaceFace } from "../../pictures/faces.ts";
import { changeProfilePicture, lockAccount, memberHistory } from "../accounts.ts";
import { members } from "../tables.ts";

const attributes = {
  first_name: text(members.firstName),
  last_name: text(members.lastName),
  full_name: text(members.fullName),
  email: text(members.email),
  phone_number: text(members.phoneNumber),
  address: text(members.address),
  profile_picture: computed(sql`${members.profilePicture}`, face),
  role: text(members.role),
  verified_at: moment(members.verifiedAt),
  inserted_at: moment(members.insertedAt),
  last_seen_at: moment(members.lastSeenAt),
};

const shared = {
  type: "account",
  path: "/accounts/members",
  table: members,
  scope: (currentUser: Member) => inWorkspace(members, currentUser),
  can: () => [],
};

/** The accounts that belong to the current user's workspace, each with its role there. */
const memberAccounts = defineTable({ ...shared, attributes });

/** The same for those who manage members: with what is noted about them. */
const managedAccounts = defineTable({ ...shared, attributes: { ...attributes, notes: text(members.notes) } });

/** Answers by the first route to those who manage members, and by the second one to all others. */
function forManagers(managers: Route, others: Route): Route {
  const isManager = ({ currentUser }: RequestContext) => may(requireAccess("workspace", currentUser), "members.manage");
  return { ...managers, prepare: (context) => (isManager(context) ? managers : others).prepare(context) };
}

/** PATCH of one's own photo. It is shown in every workspace that one belongs to. */
const photoRoute = action({
  method: "PATCH",
  path: "/accounts/members/:id",
  summary: "Change the current user's own photo",
  access: "workspace",
  input: { type: "account", attributes: z.object({ profilePicture: faceInput }) },
  answers: { status: 200, of: memberAccounts.of },
  async run({ database, currentUser, attributes: { profilePicture: wanted }, id, now }) {
    const { workspaceId, accountId } = currentUser;
    await readOne(database, memberAccounts, currentUser, id());
    const account = id() === accountId ? await lockAccount(database, accountId, "update") : null;
    if (account === null) throw forbidden();
    const changes = faceChanges("photo", account.profilePicture, wanted);
    if (changes.length > 0) {
      const write = { database, workspaceId, name: "profile_picture" };
      const picture = await replaceFace(write, account.profilePicture, wanted);
      await changeProfilePicture(database, accountId, picture, now);
      await recordEvent({ database, currentUser }, memberHistory, "photo_changed", accountId, changes);
    }
    return found(memberAccounts.of, (await readOne(database, memberAccounts, currentUser, accountId)).record);
  },
});

const rules: ListRules = {
  sorts: {
    inserted_at: { column: members.insertedAt, as: "moment" },
    first_name: { column: members.firstName, as: "text" },
    last_name: { column: members.lastName, as: "text" },
    name: { column: members.nameKey, as: "text" },
    email: { column: members.email, as: "text" },
    role: { column: members.roleRank, as: "number" },
    last_seen_at: { column: members.seenKey, as: "moment" },
  },
  defaultSort: "-inserted_at",
  filters: { search: searchFilter(members.searchText, searchTermsOf) },
};

/** GET of the members, newest first, and of one. */
export function memberRoutes(): Route[] {
  const list = (resource: TableResource) => listRoute(resource, rules, "The members of the workspace, newest first");
  const find = (resource: TableResource) => findRoute(resource, "One member of the workspace");
  return [
    forManagers(list(managedAccounts), list(memberAccounts)),
    forManagers(find(managedAccounts), find(memberAccounts)),
    photoRoute,
  ];
}
