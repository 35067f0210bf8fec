import { sql } from "drizzle-orm";
import type { CurrentUser, Plan, ResolveCurrentUser, Role } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import type { Reads } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { accessScopeOf } from "../permissions.ts";
import { findPortalSession, findPortalView, portalClientHeader, portalViewHeader } from "./portal-session.ts";
import { hashToken } from "./tokens.ts";

/** "own" asks for the current user's own records alone. */
const recordsHeader = "x-records";

export const workspaceHeader = "x-workspace-id";

interface SessionRow extends Record<string, unknown> {
  readonly session_id: string;
  readonly client_email: string | null;
  readonly account_id: string;
  readonly workspace_id: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
  readonly time_zone: string | null;
  readonly is_shut: boolean | null;
}

/**
 * Resolves the current user by bearer token and workspace header: one query for an account, one more for the portal. Roles and
 * access are read with every request, so that a change takes effect at once.
 */
export function createCurrentUserResolver(database: Reads, clock: () => Date): ResolveCurrentUser {
  return async (request) => {
    const hash = tokenHashOf(request.headers);
    if (hash === null) return null;
    const named = request.headers.get(workspaceHeader);
    const now = clock();
    const { rows } = await database.execute<SessionRow>(selectSession(hash, named, now));
    const [row] = rows;
    if (row === undefined) return null;
    const { client_email: email, session_id: sessionId } = row;
    if (email !== null) {
      const portal = { workspaceId: named, clientId: request.headers.get(portalClientHeader) };
      return findPortalSession(database, { sessionId, email }, portal, now);
    }
    const user = withShared(currentUserOf(row, now), request);
    const viewId = viewOf(request);
    return viewId === null ? user : findPortalView(database, user, viewId, now);
  };
}

/** The portal view that a request belongs to; reads alone, since staff who look at a portal change nothing. */
function viewOf({ method, headers }: Request): string | null {
  return isRead(method) ? headers.get(portalViewHeader) : null;
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Members who see their own records alone also read what is shared with them, and write to none of it. */
function withShared(user: CurrentUser, { method, headers }: Request): CurrentUser {
  const { role, plan } = user;
  if (role === null || plan === null || !isRead(method)) return user;
  if (accessScopeOf({ role, plan }, "records.view") === "own") return { ...user, seesShared: true };
  return headers.get(recordsHeader) === "own" ? { ...user, ownAlone: true } : user;
}

function tokenHashOf(headers: Headers): Buffer | null {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token === undefined ? null : hashToken(token);
}

/** @param named the header's text; null: the first workspace of the account */
function selectSession(hash: Buffer, named: string | null, now: Date) {
  // An id that is not a UUID finds no membership, like that of another user's workspace.
  const isNamed = named === null ? sql`true` : isUuid(named) ? sql`membership.workspace_id = ${named}` : sql`false`;
  return sql`
    select session.id as session_id, session.client_email, session.account_id, present.workspace_id, present.role, present.plan,
      present.time_zone, present.requires_second_step and step.account_id is null and not session.is_vouched as is_shut
    from upstream.sessions session
    left join lateral (
      select membership.workspace_id, membership.role, workspace.plan, workspace.time_zone, workspace.requires_second_step
      from upstream.memberships membership
      join upstream.workspaces workspace on workspace.id = membership.workspace_id and workspace.purge_at is null
      where membership.account_id = session.account_id and ${isNamed}
      order by membership.inserted_at, membership.id limit 1
    ) present on true
    left join upstream.second_steps step on step.account_id = session.account_id
    where session.token_hash = ${hash} and session.revoked_at is null and session.expires_at > ${now}`;
}

function currentUserOf(row: SessionRow, now: Date): CurrentUser {
  const person = { kind: "account", accountId: row.account_id, sessionId: row.session_id } as const;
  // Without a workspace, no call about the workspace finds it.
  if (row.is_shut === true) {
    return { ...person, workspaceId: null, role: null, plan: null, today: null, shutWorkspaceId: row.workspace_id };
  }
  return {
    ...person,
    workspaceId: row.workspace_id,
    role: row.role,
    plan: row.plan,
    today: row.time_zone === null ? null : dayIn(row.time_zone, now),
  };
}
