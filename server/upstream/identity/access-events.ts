/** Access events: sign-ins, failed ones too, and changes of how an account signs in. */
import { lt, type SQL, sql } from "drizzle-orm";
import { uuid } from "drizzle-orm/pg-core";
import { fullName } from "../engine/account-name.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText } from "../engine/record.ts";
import { originOf } from "../engine/visitor-origin.ts";
import { accounts, activities, memberships, moment, sessions, upstream, workspaces } from "../tables.ts";
import type { OpenedSession } from "./sessions.ts";

const accessEvents = upstream.table("access_events", {
  id: uuid().primaryKey().defaultRandom(),
  accountId: uuid("account_id"),
  occurredAt: moment("occurred_at").notNull(),
});

type AccessKind =
  | "signed_in"
  | "signed_out"
  | "session_ended"
  | "password_changed"
  | "email_changed"
  | "email_change_stopped"
  | "signed_in_by_provider"
  | "openid_linked"
  | "openid_unlinked";

/** An account, or that of a session. Sessions of clients have none, and leave no events. */
type WhoseAccess = { readonly accountId: string } | { readonly sessionId: string };

const keptDays = 90;

/** Labels in the histories of a member's workspaces; null where another event says it already. */
const labels: Readonly<Record<AccessKind | "sign_in_failed", string | null>> = {
  signed_in: "Signed in",
  signed_in_by_provider: "Signed in by a linked account",
  sign_in_failed: "Failed sign-in",
  signed_out: "Signed out",
  session_ended: "Other devices signed out",
  password_changed: "Password changed",
  openid_linked: null,
  openid_unlinked: null,
  email_changed: null,
  email_change_stopped: "Email change stopped",
};

/** Tries within an hour that add an event to a history: strangers cannot fill the disk with them. */
const toldTries = [1, 10, 100, 1000, 10_000];

/** Adds an access event. @param request the one that caused it */
export async function recordAccess(
  queries: Queries,
  kind: AccessKind,
  whose: WhoseAccess,
  request: Request,
  now: Date,
): Promise<void> {
  const { device, network } = originOf(request);
  const account: SQL =
    "accountId" in whose
      ? sql`select ${accounts.id} from ${accounts} where ${accounts.id} = ${whose.accountId}`
      : sql`select ${sessions.accountId} from ${sessions} where ${sessions.id} = ${whose.sessionId} and ${sessions.accountId} is not null`;
  await queries.execute(
    withHistory(sql`
    insert into upstream.access_events (account_id, kind, device, network, occurred_at)
    select account.id, ${kind}, ${device}, ${network}, ${now.toISOString()}::timestamptz from (${account}) account (id)`),
  );
}

/** SQL that also adds the event to the history of each workspace of the account. @param noted adds or updates a row of access_events */
function withHistory(noted: SQL): SQL {
  const told = sql.join(
    Object.entries(labels).flatMap(([kind, label]) => (label === null ? [] : [sql`(${kind}, ${label})`])),
    sql`, `,
  );
  return sql`
    with event as (${noted} returning account_id, kind, device, network, tries, occurred_at)
    insert into ${activities} (workspace_id, kind, topic, label, actor_account_id, actor_name, subject_type, subject_id, changes,
      occurred_at, device, network)
    select ${memberships.workspaceId}, 'account.' || event.kind, 'access', told.label, ${accounts.id}, ${fullName}, 'account',
      ${accounts.id}, case when event.tries > 1
        then jsonb_build_array(jsonb_build_object('field', 'tries', 'before', null, 'after', event.tries)) else '[]' end,
      event.occurred_at, nullif(event.device, ''), nullif(event.network, '')
    from event join (values ${told}) told (kind, label) on told.kind = event.kind
    join ${accounts} on ${accounts.id} = event.account_id
    join ${memberships} on ${memberships.accountId} = event.account_id
    join ${workspaces} on ${workspaces.id} = ${memberships.workspaceId} and ${workspaces.purgeAt} is null
    where event.tries in ${toldTries}`;
}

/** Adds the event of a session that has just begun; a sign-in that waits for its second step has none. @returns the session */
export async function recordSignIn<Opened extends OpenedSession>(
  queries: Queries,
  request: Request,
  opened: Opened,
  now: Date,
): Promise<Opened> {
  await recordAccess(queries, "signed_in", { sessionId: opened.id }, request, now);
  return opened;
}

/**
 * Counts a failed sign-in. One row has all of an hour for an account, and one for all unknown addresses: both cost the same, so
 * that nobody learns which accounts exist. @param email normalized; "" for what is no address
 */
export async function recordFailedSignIn(queries: Queries, email: string, request: Request, now: Date): Promise<void> {
  const { device, network } = originOf(request);
  const moment = sql`${now.toISOString()}::timestamptz`;
  await queries.execute(
    withHistory(sql`
    insert into upstream.access_events (account_id, kind, device, network, hour, occurred_at)
    values ((select id from upstream.accounts where email = ${email}), 'sign_in_failed', ${device}, ${network},
      date_trunc('hour', ${moment}), ${moment})
    on conflict (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), hour) where hour is not null
    do update set tries = access_events.tries + 1, device = excluded.device, network = excluded.network,
      occurred_at = greatest(access_events.occurred_at, excluded.occurred_at)`),
  );
}

const mostRead = 30;

interface AccessRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly device: string;
  readonly network: string;
  readonly tries: number;
  readonly occurred_at: string;
}

/** Newest first. */
export async function readAccessEvents(queries: Queries, accountId: string): Promise<readonly AccessRow[]> {
  const { rows } = await queries.execute<AccessRow>(sql`
    select id, kind, device, network, tries, ${momentText(accessEvents.occurredAt)} as occurred_at from ${accessEvents}
    where ${accessEvents.accountId} = ${accountId} order by ${accessEvents.occurredAt} desc, id desc limit ${mostRead}`);
  return rows;
}

/** Deletes old events. @returns their number */
export async function sweepAccessEvents(queries: Queries, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  return (await queries.delete(accessEvents).where(lt(accessEvents.occurredAt, before))).rowCount ?? 0;
}
