import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Member, Role } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { mailedLinks, memberInvitations, memberships } from "../tables.ts";
import { memberHistory } from "./accounts.ts";

interface NewMembership {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly role: Role;
}

/** Makes an account a member of a workspace; gives the membership's id. */
export async function insertMembership(queries: Queries, membership: NewMembership, now: Date): Promise<string> {
  return insertOne(queries, memberships, { ...membership, insertedAt: now, updatedAt: now });
}

interface MembershipChange {
  readonly role?: Exclude<Role, "owner"> | undefined;
  readonly notes?: string | null | undefined;
}

/** Changes a locked membership. */
export async function changeMembership(
  { database, currentUser, now }: { readonly database: Queries; readonly currentUser: Member; readonly now: Date },
  member: { readonly id: string; readonly name: string; readonly role: string; readonly notes: string | null },
  { role = undefined, notes = member.notes }: MembershipChange,
): Promise<void> {
  const changesRole = role !== undefined && role !== member.role;
  const changesNotes = notes !== member.notes;
  if (!changesRole && !changesNotes) return;
  const own = and(eq(memberships.workspaceId, currentUser.workspaceId), eq(memberships.accountId, member.id));
  const values = { ...nextVersion(memberships), ...(changesRole && { role }), notes, updatedAt: now };
  await database.update(memberships).set(values).where(own);
  const write = { database, currentUser };
  const who = { field: "member", before: null, after: member.name };
  if (changesRole) {
    const changes = [who, { field: "role", before: member.role, after: role }];
    await recordEvent(write, memberHistory, "role_changed", member.id, changes);
  }
  if (changesNotes) {
    const changes = [who, { field: "member_notes", before: member.notes, after: notes }];
    await recordEvent(write, memberHistory, "notes_changed", member.id, changes);
  }
}

interface MembershipKey {
  readonly workspaceId: string;
  readonly accountId: string;
}

/** Keeps somebody a member until the transaction ends. @returns their role; null for somebody who is no member */
export async function holdMembership(database: Queries, membership: MembershipKey): Promise<Role | null> {
  return roleOf(database, membership, {
    entered: sql`pg_advisory_xact_lock_shared(${lockKey(membership)})`,
    held: sql`for key share of member`,
  });
}

/**
 * Waits for all that hold the membership, and keeps others from holding it until the transaction ends. Locks of rows do not queue:
 * steady writes would keep the removal waiting. @returns their role; null for somebody who is no member
 */
export async function lockMembership(database: Queries, membership: MembershipKey): Promise<Role | null> {
  return roleOf(database, membership, {
    entered: sql`pg_advisory_xact_lock(${lockKey(membership)})`,
    held: sql`for update of member`,
  });
}

const lockKey = ({ workspaceId, accountId }: MembershipKey) =>
  sql`hashtextextended(${`membership ${workspaceId} ${accountId}`}, 0)`;

/** The row is locked after the queue, so that it is read as it is then. */
async function roleOf(
  database: Queries,
  { workspaceId, accountId }: MembershipKey,
  { entered, held }: { readonly entered: SQL; readonly held: SQL },
): Promise<Role | null> {
  const { rows } = await database.execute<{ role: Role }>(sql`with queue as materialized (select ${entered})
    select member.role from queue, ${memberships} member
    where member.workspace_id = ${workspaceId} and member.account_id = ${accountId} ${held}`);
  return rows[0]?.role ?? null;
}

const seenFor = "5 minutes";

const isMembershipOf = ({ accountId, workspaceId }: Member) =>
  sql`${memberships.accountId} = ${accountId} and ${memberships.workspaceId} = ${workspaceId}`;

/** SQL of whether it is time to note again that a member is there. */
export function isUnseen(member: Member, now: Date): SQL {
  return sql`(select coalesce(${memberships.lastSeenAt} < ${now}::timestamptz - ${seenFor}::interval, true)
    from ${memberships} where ${isMembershipOf(member)})`;
}

/** The version stays, since the membership does not change. */
export async function noteMemberSeen(database: Queries, member: Member, now: Date): Promise<void> {
  await database.update(memberships).set({ lastSeenAt: now }).where(isMembershipOf(member));
}

/** Users that count for the plan: members and open invitations. */
export async function countUsers(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const { rows } = await queries.execute<{ users: number }>(sql`
    select (
      (select count(*) from ${memberships} where ${memberships.workspaceId} = ${workspaceId})
      + (select count(*) from ${memberInvitations} join ${mailedLinks} on ${mailedLinks.id} = ${memberInvitations.id}
          where ${memberInvitations.workspaceId} = ${workspaceId} and ${mailedLinks.usedAt} is null
            and ${mailedLinks.expiresAt} > ${now.toISOString()}::timestamptz)
    )::integer as users`);
  return rows[0]?.users ?? 0;
}
