/** Keeps a membership as it is until the transaction ends. */
import { type SQL, sql } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { memberships } from "../tables.ts";

interface MembershipKey {
  readonly workspaceId: string;
  readonly accountId: string;
}

/**
 * Keeps somebody a member until the transaction ends; a removal that waits for earlier writes goes first.
 * @returns their role, or null for somebody who is no member any more
 */
export async function holdMembership(database: Queries, membership: MembershipKey): Promise<Role | null> {
  return roleOf(database, membership, {
    entered: sql`pg_advisory_xact_lock_shared(${lockKey(membership)})`,
    held: sql`for key share of member`,
  });
}

/**
 * Waits for all that hold the membership, and lets nobody else hold it until the transaction ends. Locks of rows alone do not
 * queue: as long as somebody writes, the next write would go before the removal.
 * @returns their role, or null for somebody who is no member any more
 */
export async function lockMembership(database: Queries, membership: MembershipKey): Promise<Role | null> {
  return roleOf(database, membership, {
    entered: sql`pg_advisory_xact_lock(${lockKey(membership)})`,
    held: sql`for update of member`,
  });
}

const lockKey = ({ workspaceId, accountId }: MembershipKey) =>
  sql`hashtextextended(${`membership ${workspaceId} ${accountId}`}, 0)`;

/** The row is locked after the queue was passed, and is read then as it is then. */
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
