import { sql } from "drizzle-orm";
import { clientCount } from "../clients/client-count.ts";
import { type Asker, type Member, memberOf, type Plan, type Role } from "../engine/asker.ts";
import { momentText } from "../engine/attribute.ts";
import type { Queries } from "../engine/queries.ts";
import { permissionsOf } from "../permissions.ts";
import { fullName } from "./person-name.ts";
import { accounts, memberships, sessions, workspaces } from "./tables.ts";
import { initialsOf } from "./workspace-initials.ts";

interface MemberWorkspace {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly role: Role;
  readonly plan: Plan;
}

interface CurrentRow extends Record<string, unknown> {
  readonly expires_at: string;
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone_number: string | null;
  /** In the order in which the person joined them. */
  readonly workspaces: readonly MemberWorkspace[];
  readonly clients: number | null;
}

/**
 * Everything that a page needs to know about who asks, in one query: the person, their workspaces, what they may do in
 * the one asked for, and its counts. When they do not belong to that one (any more), it is their first instead.
 */
export async function readCurrentSession(database: Queries, asker: Asker) {
  const member = memberOf(asker);
  const { rows } = await database.execute<CurrentRow>(selectCurrent(asker, member));
  const [row] = rows;
  if (!row) throw new Error("The session ended while it was read.");
  const present = member ?? firstMembership(asker, row.workspaces);
  const clients = row.clients ?? (present ? await countClients(database, present) : 0);
  return { id: asker.sessionId, attributes: writeCurrent(row, present, clients), path: "/sessions/current" };
}

function selectCurrent(asker: Asker, member: Member | null) {
  const joined = sql`
    select coalesce(json_agg(json_build_object(
      'id', ${workspaces.id}, 'name', ${workspaces.name}, 'handle', ${workspaces.handle},
      'role', ${memberships.role}, 'plan', ${workspaces.plan}
    ) order by ${memberships.insertedAt}, ${memberships.id}), '[]')
    from ${memberships} join ${workspaces} on ${workspaces.id} = ${memberships.workspaceId}
    where ${memberships.accountId} = ${asker.accountId}`;
  return sql`
    select ${momentText(sessions.expiresAt)} as expires_at, ${accounts.id}, ${accounts.firstName}, ${accounts.lastName},
      ${accounts.email}, ${accounts.phoneNumber}, (${joined}) as workspaces,
      ${member ? sql`(${clientCount(member)})` : sql`null`} as clients
    from ${sessions} join ${accounts} on ${accounts.id} = ${sessions.accountId}
    where ${sessions.id} = ${asker.sessionId}`;
}

function firstMembership(asker: Asker, [first]: readonly MemberWorkspace[]): Member | null {
  return first ? { ...asker, workspaceId: first.id, role: first.role, plan: first.plan } : null;
}

async function countClients(database: Queries, member: Member): Promise<number> {
  const { rows } = await database.execute<{ clients: number }>(sql`select (${clientCount(member)}) as clients`);
  return rows[0]?.clients ?? 0;
}

function writeCurrent(row: CurrentRow, present: Member | null, clients: number) {
  const { id, first_name, last_name, email, phone_number } = row;
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
    },
    workspaces: row.workspaces.map((workspace) => ({ ...workspace, initials: initialsOf(workspace.name) })),
    workspace_id: present?.workspaceId ?? null,
    permissions: permissionsOf(present ?? { role: null, plan: null }),
    counts: { clients },
  };
}
