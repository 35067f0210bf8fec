import { sql } from "drizzle-orm";
import { realClientCount } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { type CurrentUser, type Member, memberOf, type Plan, type Role } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { momentText } from "../engine/record.ts";
import { workspaceHeader } from "../identity/current-user.ts";
import { isUnseen, noteMemberSeen } from "../identity/memberships.ts";
import type { IdentityParts, RegistrationMode } from "../identity/parts.ts";
import { fullName, initialsOf } from "../identity/person-name.ts";
import { sessionType } from "../identity/session-type.ts";
import { unreadThreadCount } from "../messages/reads.ts";
import { unreadNotificationCount } from "../notifications/notification.ts";
import { realOpportunityCount } from "../opportunities/opportunity.ts";
import { permissionsOf } from "../permissions.ts";
import { publicPhotoIdOf } from "../pictures/pictures.ts";
import { readCurrentPortal } from "../portal/current-portal.ts";
import { accounts, memberships, secondSteps, sessions, workspaces } from "../tables.ts";
import { dueTaskCount } from "../tasks/task.ts";
import { isOpenWorkspace } from "../visibility.ts";

interface MemberWorkspace {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly time_zone: string;
  readonly api_workspace_id: string | null;
  readonly is_shut: boolean;
  readonly logo_id: string | null;
  readonly erased_at: string | null;
}

interface CurrentRow extends Record<string, unknown> {
  readonly expires_at: string;
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly photo_id: string | null;
  readonly workspaces: readonly MemberWorkspace[];
  /** Not purged yet. */
  readonly deleted_ids: readonly string[];
  readonly counts: Counts | null;
  /** Whether it is time to note the member's presence. */
  readonly is_unseen: boolean | null;
}

interface Counts {
  readonly clients: number;
  readonly open_deals: number;
  /** Up to a limit. Own, and due by today. */
  readonly tasks_due: number;
  /** Up to a limit. */
  readonly threads_unread: number;
  /** Up to a limit. */
  readonly notifications: number;
}

/**
 * The person, their workspaces, permissions and counts, in one query. In place of a workspace that is not theirs they get their first;
 * of a deleted one, none. Notes their presence. @param named the workspace header
 */
async function readCurrentSession(
  { database, reads }: { readonly database: Queries; readonly reads: Reads },
  { registration }: Pick<IdentityParts, "registration">,
  currentUser: CurrentUser,
  named: string | null,
  now: Date,
) {
  const member = memberOf(currentUser);
  const { rows } = await reads.execute<CurrentRow>(selectCurrent(currentUser, member, now));
  const [row] = rows;
  if (!row) throw new Error("The session ended while it was read.");
  const isDeleted = named !== null && row.deleted_ids.includes(named.toLowerCase());
  const first = isDeleted ? null : (row.workspaces[0]?.id ?? null);
  const chosen = currentUser.workspaceId ?? currentUser.shutWorkspaceId ?? first;
  const present = member ?? membershipOf(currentUser, row.workspaces, chosen, now);
  if (member && row.is_unseen) await noteMemberSeen(database, member, now);
  const counts = row.counts ?? (present ? await countAll(reads, present) : none);
  const permissions = permissionsOf(present ?? { role: null, plan: null }, registration);
  const attributes = { ...writeCurrent(row, chosen, counts), permissions };
  return { id: currentUser.sessionId, attributes, path: "/sessions/current" };
}

function selectCurrent(currentUser: CurrentUser, member: Member | null, now: Date) {
  const joined = sql`
    select coalesce(json_agg(json_build_object(
      'id', ${workspaces.id}, 'name', ${workspaces.name}, 'handle', ${workspaces.handle},
      'role', ${memberships.role}, 'plan', ${workspaces.plan}, 'time_zone', ${workspaces.timeZone},
      'api_workspace_id', ${workspaces.apiWorkspaceId}, 'logo_id', ${publicPhotoIdOf(workspaces.logo)},
      'erased_at', ${momentText(workspaces.erasedAt)}, 'is_shut', ${workspaces.requiresSecondStep} and ${secondSteps.accountId} is null and not ${sessions.isVouched}
    ) order by ${memberships.insertedAt}, ${memberships.id}), '[]')
    from ${memberships} join ${workspaces} on ${workspaces.id} = ${memberships.workspaceId} and ${isOpenWorkspace}
      left join ${secondSteps} on ${secondSteps.accountId} = ${memberships.accountId}
    where ${memberships.accountId} = ${currentUser.accountId}`;
  const deleted = sql`
    select coalesce(json_agg(${workspaces.id}), '[]')
    from ${memberships} join ${workspaces} on ${workspaces.id} = ${memberships.workspaceId} and not ${isOpenWorkspace}
    where ${memberships.accountId} = ${currentUser.accountId}`;
  return sql`
    select ${momentText(sessions.expiresAt)} as expires_at, ${accounts.id}, ${accounts.firstName}, ${accounts.lastName},
      ${accounts.email}, ${accounts.phoneNumber}, ${publicPhotoIdOf(accounts.profilePicture)} as photo_id, (${joined}) as workspaces,
      (${deleted}) as deleted_ids,
      ${member ? countsOf(member) : sql`null`} as counts, ${member ? isUnseen(member, now) : sql`null`} as is_unseen
    from ${sessions} join ${accounts} on ${accounts.id} = ${sessions.accountId}
    where ${sessions.id} = ${currentUser.sessionId}`;
}

/** Null until two-step sign-in is set up, if the workspace requires it. */
function membershipOf(
  currentUser: CurrentUser,
  all: readonly MemberWorkspace[],
  chosen: string | null,
  now: Date,
): Member | null {
  const found = all.find(({ id }) => id === chosen);
  if (found === undefined || found.is_shut) return null;
  const { id: workspaceId, role, plan, time_zone: timeZone } = found;
  return { ...currentUser, workspaceId, role, plan, today: dayIn(timeZone, now) };
}

const none: Counts = { clients: 0, open_deals: 0, tasks_due: 0, threads_unread: 0, notifications: 0 };

function countsOf(member: Member) {
  return sql`json_build_object('clients', (${realClientCount(member)}), 'tasks_due', (${dueTaskCount(member)}),
    'open_deals', (${realOpportunityCount(member)}), 'threads_unread', (${unreadThreadCount(member)}), 'notifications', (${unreadNotificationCount(member)}))`;
}

async function countAll(reads: Reads, member: Member): Promise<Counts> {
  const { rows } = await reads.execute<{ counts: Counts }>(sql`select ${countsOf(member)} as counts`);
  return rows[0]?.counts ?? none;
}

function writeCurrent(row: CurrentRow, workspaceId: string | null, counts: Counts) {
  const { id, first_name, last_name, email, phone_number, photo_id } = row;
  return {
    kind: "account",
    expires_at: row.expires_at,
    person: {
      id,
      name: fullName({ firstName: first_name, lastName: last_name }),
      first_name,
      last_name,
      email,
      phone_number,
      photo_id,
    },
    workspaces: row.workspaces.map((workspace) => ({ ...workspace, initials: initialsOf(workspace.name) })),
    workspace_id: workspaceId,
    has_deleted_workspaces: row.deleted_ids.length > 0,
    counts,
  };
}

/** It is no part of identity, since its counts come from most rooms. */
export const currentSessionRoute = (registration: RegistrationMode): Route =>
  action({
    method: "GET",
    path: "/sessions/current",
    summary: "The current user: person, workspaces, permissions in the workspace of the header, counts; or the portal",
    access: "session",
    answers: { status: 200, of: sessionType },
    begin:
      async ({ currentUser, request, now }, reads) =>
      async (database) => {
        if (currentUser.kind !== "account")
          return found(sessionType, await readCurrentPortal(database, currentUser, now));
        const named = request.headers.get(workspaceHeader);
        return found(
          sessionType,
          await readCurrentSession({ database, reads }, { registration }, currentUser, named, now),
        );
      },
  });
