/** Who may do what: the service refuses by it, and `meta.can` has it for the app. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { CurrentUser, Member, Plan, Role } from "./engine/current-user.ts";
import type { RegistrationMode } from "./identity/parts.ts";

/** "own": records assigned to the user. */
export type AccessScope = "all" | "own" | "no";

export type RecordAction =
  | "records.view"
  | "records.create"
  | "records.edit"
  | "records.share"
  | "records.comment"
  | "records.archive"
  | "records.purge"
  | "records.export"
  | "records.import"
  | "records.reopen"
  | "records.reassign"
  | "tasks.complete";
export type WorkspaceAction =
  | "workspace.update"
  | "workspace.transfer"
  | "workspace.delete"
  | "workspace.export"
  | "members.view"
  | "members.manage"
  | "activity.view"
  | "log.view"
  | "billing.manage"
  | "views.manage";

const recordAccess: Readonly<Record<RecordAction, Readonly<Record<Role, AccessScope>>>> = {
  "records.view": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "all" },
  "records.create": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  "records.edit": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  "records.share": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  "records.comment": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "all" },
  // Also the trash; an archived record can be restored unchanged.
  "records.archive": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // Before the trash is swept.
  "records.purge": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  "records.export": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  "records.import": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // A closed opportunity is final for all others.
  "records.reopen": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  "records.reassign": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // Assignees complete their tasks even without other permissions.
  "tasks.complete": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "own" },
};

const workspaceAccess: Readonly<Record<WorkspaceAction, Readonly<Record<Role, boolean>>>> = {
  "workspace.update": { owner: true, admin: true, manager: false, member: false, instructor: false },
  "workspace.transfer": { owner: true, admin: false, manager: false, member: false, instructor: false },
  "workspace.delete": { owner: true, admin: false, manager: false, member: false, instructor: false },
  // Everything in one archive.
  "workspace.export": { owner: true, admin: true, manager: false, member: false, instructor: false },
  "members.view": { owner: true, admin: true, manager: true, member: true, instructor: true },
  "members.manage": { owner: true, admin: true, manager: false, member: false, instructor: false },
  // The activity log; a record's history is seen by all who see the record.
  "activity.view": { owner: true, admin: true, manager: true, member: true, instructor: false },
  // The workspace's own history.
  "log.view": { owner: true, admin: true, manager: false, member: false, instructor: false },
  "billing.manage": { owner: true, admin: false, manager: false, member: false, instructor: false },
  // Saved views for everybody.
  "views.manage": { owner: true, admin: true, manager: true, member: false, instructor: false },
};

/** Events in the audit log; "own": of one's records, and by oneself. */
export type LogScope = "all" | "records" | "own" | "no";

const logAccess: Readonly<Record<Role, LogScope>> = {
  owner: "all",
  admin: "all",
  manager: "records",
  member: "own",
  instructor: "no",
};

interface MembershipColumns {
  readonly role: SQLWrapper;
  readonly workspaceId: SQLWrapper;
}

const isOnFree = ({ workspaceId }: MembershipColumns) =>
  sql`exists (select from upstream.workspaces held where held.id = ${workspaceId} and held.plan = 'free')`;

/** SQL of whether a membership acts as owner or admin. */
export const isAdministrator = (member: MembershipColumns): SQL =>
  sql`(${member.role} in ('owner', 'admin') or ${isOnFree(member)})`;

/** SQL of whether a membership may be the agent of records, who changes them and writes to clients. */
export const mayBeAgent = (member: MembershipColumns): SQL =>
  sql`(${member.role} <> 'instructor' or ${isOnFree(member)})`;

/** The columns of a membership by its alias in a statement. */
export const membershipAs = (alias: string): MembershipColumns => ({
  role: sql.raw(`${alias}.role`),
  workspaceId: sql.raw(`${alias}.workspace_id`),
});

/** On the Free plan everybody but the owner acts as an administrator. */
function actingRole(role: Role, plan: Plan): Role {
  return plan === "free" && role !== "owner" ? "admin" : role;
}

/** For which records a user may do something. */
export function accessScopeOf(
  { role, plan, ownAlone }: Pick<Member, "role" | "plan" | "ownAlone">,
  action: RecordAction,
): AccessScope {
  const scope = recordAccess[action][actingRole(role, plan)];
  return scope === "all" && action === "records.view" && ownAlone === true ? "own" : scope;
}

/** Which events a user finds in the audit log. */
export function logScopeOf({ role, plan }: Pick<Member, "role" | "plan">): LogScope {
  return logAccess[actingRole(role, plan)];
}

/** @param assignedAccountId of the record */
export function mayOn(currentUser: Member, action: RecordAction, assignedAccountId: unknown): boolean {
  const scope = accessScopeOf(currentUser, action);
  return scope === "all" || (scope === "own" && assignedAccountId === currentUser.accountId);
}

/** Whether a user may do something to any record at all. */
export function mayAny(user: Pick<Member, "role" | "plan">, action: RecordAction): boolean {
  return accessScopeOf(user, action) !== "no";
}

/** Whether a user may do something to the workspace itself. */
export function may({ role, plan }: Pick<Member, "role" | "plan">, action: WorkspaceAction): boolean {
  return workspaceAccess[action][actingRole(role, plan)];
}

/** Permissions that depend on no record, for the session. */
export function permissionsOf(
  { role, plan }: Pick<CurrentUser, "role" | "plan">,
  registration: RegistrationMode,
): readonly string[] {
  const forEverybody = registration === "open" ? ["workspace.create"] : [];
  if (role === null || plan === null) return forEverybody;
  const member = { role, plan };
  return [
    ...forEverybody,
    ...(mayAny(member, "records.create")
      ? ["clients.create", "packages.create", "opportunities.create", "documents.create", "tasks.create"]
      : []),
    ...(mayAny(member, "records.edit") ? ["batches.create"] : []),
    // Reads of one's own records alone, by a header.
    ...(mayAny(member, "records.create") && accessScopeOf(member, "records.view") === "all"
      ? ["records.own_alone"]
      : []),
    ...(mayAny(member, "records.share") ? ["portal.invite", "messages.send"] : []),
    ...(mayAny(member, "records.archive") ? ["clients.archive"] : []),
    ...(mayAny(member, "records.purge") ? ["documents.purge"] : []),
    ...(mayAny(member, "records.export")
      ? ["packages.export", "clients.export", "opportunities.export", "activity.export"]
      : []),
    ...(mayAny(member, "records.import") ? ["clients.import"] : []),
    ...(may(member, "workspace.update") ? ["workspace.update"] : []),
    ...(may(member, "workspace.transfer") ? ["workspace.transfer"] : []),
    ...(may(member, "workspace.delete") ? ["workspace.delete"] : []),
    ...(may(member, "workspace.export") ? ["workspace.export"] : []),
    ...(may(member, "members.view") ? ["members.view"] : []),
    ...(may(member, "members.manage") ? ["members.manage"] : []),
    ...(may(member, "activity.view") ? ["activity.view"] : []),
    ...(may(member, "billing.manage") ? ["billing.manage"] : []),
    ...(may(member, "views.manage") ? ["views.manage"] : []),
  ];
}
