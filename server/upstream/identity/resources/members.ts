import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { found } from "../../engine/answer.ts";
import { computed, moment, text } from "../../engine/attribute.ts";
import { recordEvent } from "../../engine/history.ts";
import { readOne } from "../../engine/reading.ts";
import { forbidden } from "../../engine/refusal.ts";
import { defineTable } from "../../engine/table.ts";
import { findRoute, listRoute } from "../../engine/table-routes.ts";
import { face, faceChanges, faceInput, replaceFace } from "../../pictures/faces.ts";
import { changeProfilePicture, lockAccount, memberHistory } from "../accounts.ts";
import { members } from "../tables.ts";

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
    profile_picture: computed(sql`${members.profilePicture}`, face),
    notes: text(members.notes),
    role: text(members.role),
    verified_at: moment(members.verifiedAt),
    inserted_at: moment(members.insertedAt),
  },
  scope: (currentUser) => eq(members.workspaceId, currentUser.workspaceId),
  can: () => [],
});

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
    photoRoute,
  ];
}
