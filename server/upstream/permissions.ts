/**
 * Who may do what: the one place that decides, for the service's refusals and for the `meta.can` that the app reads.
 * The table is the product's; rows are added with the features they speak of.
 */
import type { CurrentUser, Member, Plan, Role } from "./engine/current-user.ts";
import type { RegistrationMode } from "./identity/parts.ts";

/** "own": records whose assigned agent one is. */
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
  // With clients, and with everyone who has a link.
  "records.share": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // Notes among staff, which no client sees.
  "records.comment": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "all" },
  // Also moving to the trash: what is archived is out of the way and can be restored unchanged.
  "records.archive": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // For good, before the trash is swept.
  "records.purge": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  // All of them at once, as a file that leaves the workspace.
  "records.export": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  // Many at once, as whose agent does it.
  "records.import": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // A closed deal is final for everyone else.
  "records.reopen": { owner: "all", admin: "all", manager: "no", member: "no", instructor: "no" },
  // Giving a record another assigned agent; members hand over their own.
  "records.reassign": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "no" },
  // Assignees complete their tasks, even if they may not change records otherwise.
  "tasks.complete": { owner: "all", admin: "all", manager: "all", member: "own", instructor: "own" },
};

const workspaceAccess: Readonly<Record<WorkspaceAction, Readonly<Record<Role, boolean>>>> = {
  "workspace.update": { owner: true, admin: true, manager: false, member: false, instructor: false },
  // Makes another member the owner.
  "workspace.transfer": { owner: true, admin: false, manager: false, member: false, instructor: false },
  "workspace.delete": { owner: true, admin: false, manager: false, member: false, instructor: false },
  // Everything as one archive, what others wrote and uploaded included.
  "workspace.export": { owner: true, admin: true, manager: false, member: false, instructor: false },
  "members.view": { owner: true, admin: true, manager: true, member: true, instructor: true },
  // Inviting, roles, notes about them.
  "members.manage": { owner: true, admin: true, manager: false, member: false, instructor: false },
  // The log of all records that one may see; everyone who sees a record sees its history.
  "activity.view": { owner: true, admin: true, manager: true, member: true, instructor: false },
  // The history of the workspace itself, such as changes of its settings.
  "log.view": { owner: true, admin: true, manager: false, member: false, instructor: false },
  // The plan: what is used of it, and asking for another one.
  "billing.manage": { owner: true, admin: false, manager: false, member: false, instructor: false },
  // Saved views of lists that everyone sees; one's own are everybody's.
  "views.manage": { owner: true, admin: true, manager: true, member: false, instructor: false },
};

/** Which events of the audit log: all, those of records, those of one's own records and what one did oneself, or none. */
export type LogScope = "all" | "records" | "own" | "no";

const logAccess: Readonly<Record<Role, LogScope>> = {
  owner: "all",
  admin: "all",
  manager: "records",
  member: "own",
  instructor: "no",
};

/** On the Free plan everybody acts as an administrator; stored roles take effect on Standard. The owner is the owner. */
function actingRole(role: Role, plan: Plan): Role {
  return plan === "free" && role !== "owner" ? "admin" : role;
}

/** Which records a user may do something to: all of the workspace's, their own, or none. */
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

/** Whether a user may act on a record. @param assignedAccountId whose record it is */
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

/** Everything that does not depend on a record, in the words of the session's `permissions`. */
export function permissionsOf(
  { role, plan }: Pick<CurrentUser, "role" | "plan">,
  registration: RegistrationMode,
): readonly string[] {
  // Where anybody may register, anybody may make a workspace of their own.
  const forEverybody = registration === "open" ? ["workspace.create"] : [];
  if (role === null || plan === null) return forEverybody;
  const member = { role, plan };
  return [
    ...forEverybody,
    ...(mayAny(member, "records.create")
      ? ["clients.create", "packages.create", "opportunities.create", "documents.create", "tasks.create"]
      : []),
    ...(mayAny(member, "records.edit") ? ["batches.create"] : []),
    // Reads of their own records alone, by a header.
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
