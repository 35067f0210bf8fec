import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type RequestContext, type Route, requireAccess } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch, readOne } from "../engine/reading.ts";
import { computed, moment, text } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { type Attributes, defineTable, inWorkspace, type ListRules, type TableResource } from "../engine/table.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { may, mayBeAgent } from "../permissions.ts";
import { publicPhoto, publicPhotoChanges, publicPhotoInput, replacePublicPhoto } from "../pictures/pictures.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts } from "../search/typed-words.ts";
import { members } from "../tables.ts";
import { changeProfilePicture, lockAccount, memberHistory } from "./accounts.ts";
import { changeMembership, lockMembership } from "./memberships.ts";

const attributes = {
  first_name: text(members.firstName),
  last_name: text(members.lastName),
  full_name: text(members.fullName),
  email: text(members.email),
  phone_number: text(members.phoneNumber),
  address: text(members.address),
  profile_picture: computed(sql`${members.profilePicture}`, publicPhoto),
  role: text(members.role),
  may_be_agent: computed(mayBeAgent(members), z.boolean()),
  verified_at: moment(members.verifiedAt),
  inserted_at: moment(members.insertedAt),
  last_seen_at: moment(members.lastSeenAt),
};

const shared = {
  type: "account",
  path: "/accounts/members",
  table: members,
  scope: (currentUser: Member) => inWorkspace(members, currentUser),
  can: mayTo,
};

/** Nobody changes their own role, and nobody the owner's. On the Free plan roles have no effect, so none are given. */
function mayTo(currentUser: Member, { role }: Attributes, id: string): readonly string[] {
  if (!may(currentUser, "members.manage")) return [];
  const isFixed = role === "owner" || id === currentUser.accountId || currentUser.plan === "free";
  return isFixed ? ["update"] : ["update", "change_role"];
}

const memberAccounts = defineTable({ ...shared, attributes });

/** With notes, for those who manage members. */
const managedAccounts = defineTable({ ...shared, attributes: { ...attributes, notes: text(members.notes) } });

/** Takes the first route for those who manage members, and the second for others. */
function forManagers(managers: Route, others: Route): Route {
  const isManager = ({ currentUser }: RequestContext) => may(requireAccess("workspace", currentUser), "members.manage");
  return { ...managers, prepare: (context) => (isManager(context) ? managers : others).prepare(context) };
}

const presentMember = z.object({ full_name: z.string(), role: z.string(), notes: z.string().nullable() });

const changeInput = z.object({
  profilePicture: publicPhotoInput.optional(),
  role: z.enum(["admin", "manager", "member", "instructor"]).optional(),
  notes: z.string().trim().max(2000, "Use at most 2,000 characters.").nullable().optional(),
  successorId: z
    .uuid("Choose a member of the workspace.")
    .nullish()
    .describe("Who takes over the records of a member who becomes an instructor"),
});

/** Hands over what a member may work with no longer. @throws Refusal 400 without a successor */
export type PassOn = (
  write: { readonly database: Queries; readonly currentUser: Member },
  accountId: string,
  successorId: string | null,
) => Promise<void>;

const changeRouteOf = (passOn: PassOn) =>
  action({
    method: "PATCH",
    path: "/accounts/members/:id",
    summary: "Change the current user's own photo, another member's role, or the notes about a member",
    access: "workspace",
    input: { type: "account", attributes: changeInput },
    answers: { status: 200, of: memberAccounts.of },
    async run({ database, currentUser, attributes: { profilePicture, role, notes, successorId }, request, id, now }) {
      // What is under way of theirs, or given to them, comes first.
      if (role === "instructor")
        await lockMembership(database, { workspaceId: currentUser.workspaceId, accountId: id() });
      const { record } = await readOne(database, managedAccounts, currentUser, id(), { isLocked: true });
      if (profilePicture !== undefined) await changeOwnPhoto({ database, currentUser, now }, id(), profilePicture);
      if (role !== undefined && !record.can?.includes("change_role")) throw forbidden();
      if (notes !== undefined && !record.can?.includes("update")) throw forbidden();
      if (role !== undefined || notes !== undefined) {
        checkIfMatch(request.headers, record);
        const { full_name: name, ...present } = presentMember.parse(record.attributes);
        const change = { role, notes: notes === "" ? null : notes };
        if (role === "instructor" && present.role !== role)
          await passOn({ database, currentUser }, id(), successorId ?? null);
        await changeMembership({ database, currentUser, now }, { id: id(), name, ...present }, change);
      }
      const shown = may(currentUser, "members.manage") ? managedAccounts : memberAccounts;
      return found(shown.of, (await readOne(database, shown, currentUser, id())).record);
    },
  });

async function changeOwnPhoto(
  { database, currentUser, now }: { readonly database: Queries; readonly currentUser: Member; readonly now: Date },
  id: string,
  wanted: z.output<typeof publicPhotoInput>,
): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  const account = id === accountId ? await lockAccount(database, accountId, "update") : null;
  if (account === null) throw forbidden();
  const changes = publicPhotoChanges("photo", account.profilePicture, wanted);
  if (changes.length === 0) return;
  const write = { database, workspaceId, name: "profile_picture" };
  const picture = await replacePublicPhoto(write, account.profilePicture, wanted);
  await changeProfilePicture(database, accountId, picture, now);
  await recordEvent({ database, currentUser }, memberHistory, "photo_changed", accountId, changes);
}

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
  filters: { search: listSearch((words) => hasParts(members.searchText, words)).filter },
};

/** The routes of members. */
export function memberRoutes(passOn: PassOn): Route[] {
  const list = (resource: TableResource) => listRoute(resource, rules, "The members of the workspace, newest first");
  const find = (resource: TableResource) => findRoute(resource, "One member of the workspace");
  return [
    forManagers(list(managedAccounts), list(memberAccounts)),
    forManagers(find(managedAccounts), find(memberAccounts)),
    changeRouteOf(passOn),
  ];
}
