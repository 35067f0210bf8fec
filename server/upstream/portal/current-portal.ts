import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { greetingOf } from "../../../spelling/greeting.ts";
import { settleLastActivity } from "../clients/client-filters.ts";
import { fullName } from "../engine/account-name.ts";
import type { PortalAccess, PortalSession, PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText } from "../engine/record.ts";
import { footOfWorkspace, type footSchema } from "../identity/foot.ts";
import { greetedAs } from "../identity/greeted-as.ts";
import { initialsOf, splitName } from "../identity/person-name.ts";
import { portalsOf } from "../identity/portal-session.ts";
import { unreadOfPerson } from "../messages/portal-thread.ts";
import { publicPhotoIdOf } from "../pictures/pictures.ts";
import { accounts, clients, type Language, memberships, portalInvitations, sessions, workspaces } from "../tables.ts";

interface EntryRow extends Record<string, unknown> {
  readonly client_language: Language | null;
  readonly workspace_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly is_archived: boolean;
  readonly is_accepted: boolean;
  readonly name: string;
  readonly greeted_as: string | null;
  readonly phone_number: string | null;
  readonly invitation_id: string | null;
  readonly workspace_name: string;
  readonly handle: string;
  readonly time_zone: string;
  readonly agent_name: string;
  readonly agent_email: string;
  readonly agent_phone_number: string | null;
  readonly agent_photo_id: string | null;
  readonly logo_id: string | null;
  readonly is_unseen: boolean;
  readonly foot: z.output<typeof footSchema>;
  readonly unread_messages: number;
}

/**
 * What every page of the portal needs: the person, the households that invited them, and the open portal. Notes that the person is
 * there, unless staff look.
 */
export async function readCurrentPortal(database: Queries, session: PortalSession, now: Date) {
  const entries = await readEntries(database, session, now);
  const present = entries.find((entry) => entry.client_id === session.access?.clientId);
  if (present?.is_unseen && session.viewerAccountId === null) await noteSeen(database, present.invitation_id, now);
  const { rows } = await database.execute<{ expires_at: string }>(
    sql`select ${momentText(sessions.expiresAt)} as expires_at from ${sessions} where ${sessions.id} = ${session.sessionId}`,
  );
  const attributes = { ...writePortal(session, entries, present), expires_at: rows[0]?.expires_at };
  return { id: session.sessionId, attributes, path: "/sessions/current" };
}

async function readEntries(database: Queries, session: PortalSession, now: Date): Promise<readonly EntryRow[]> {
  const portals = session.viewerAccountId === null ? portalsOf(session.email) : viewedPortal(session.access);
  const { rows } = await database.execute<EntryRow>(sql`
    select portal.workspace_id, portal.client_id, ${clients.language} as client_language, ${clients.name} as client_name,
      portal.is_archived, portal.accepted_at is not null as is_accepted, portal.name, portal.phone_number,
      ${session.viewerAccountId === null ? greetedAs(sql`portal.client_id`, sql`${session.email}`) : clients.greetedAs} as greeted_as,
      portal.invitation_id, ${workspaces.name} as workspace_name, ${workspaces.handle}, ${workspaces.timeZone},
      ${fullName} as agent_name, ${accounts.email} as agent_email, ${accounts.phoneNumber} as agent_phone_number,
      ${publicPhotoIdOf(accounts.profilePicture)} as agent_photo_id, ${publicPhotoIdOf(workspaces.logo)} as logo_id, ${footOfWorkspace} as foot,
      ${unreadOfPerson(sql`portal.client_id`, session.email)} as unread_messages,
      date_trunc('minute', portal.last_seen_at) is distinct from date_trunc('minute', ${now}::timestamptz) as is_unseen
    from (${portals}) portal
    join ${workspaces} on ${workspaces.id} = portal.workspace_id
    join ${clients} on ${clients.id} = portal.client_id
    join ${accounts} on ${accounts.id} = coalesce(${clients.assignedAccountId}, (select ${memberships.accountId}
      from ${memberships} where ${memberships.workspaceId} = portal.workspace_id and ${memberships.role} = 'owner'))
    where portal.accepted_at is not null or not portal.is_archived
    order by ${workspaces.name}, ${workspaces.id}, ${clients.name}, ${clients.id}`);
  return rows;
}

function viewedPortal(access: PortalAccess | null) {
  return sql`
    select ${clients.workspaceId}, ${clients.id} as client_id, ${clients.isArchived}, ${clients.name},
      ${clients.phoneNumber}, null::uuid as invitation_id, now() as accepted_at, null::timestamptz as last_seen_at
    from ${clients} where ${clients.id} = ${access?.clientId ?? null}::uuid`;
}

function writePortal(session: PortalSession, entries: readonly EntryRow[], present: EntryRow | undefined) {
  const { personId, sessionId, email, language } = session;
  const accepted = entries.filter((entry) => entry.is_accepted);
  const name = present?.name ?? entries[0]?.name ?? "";
  const { lastName } = splitName(name);
  const firstName = greetingOf(name, (present ?? entries[0])?.greeted_as, language ?? present?.client_language ?? "en");
  return {
    kind: "client",
    person: {
      id: personId ?? sessionId,
      name,
      first_name: firstName,
      last_name: lastName,
      email,
      phone_number: present?.phone_number ?? null,
    },
    workspaces: [...new Map(accepted.map((entry) => [entry.workspace_id, entry])).values()].map((entry) => ({
      id: entry.workspace_id,
      name: entry.workspace_name,
      handle: entry.handle,
      initials: initialsOf(entry.workspace_name),
      role: "client",
      plan: "",
      time_zone: entry.time_zone,
    })),
    households: entries.map((entry) => ({
      client_id: entry.client_id,
      name: entry.client_name,
      agent_name: entry.agent_name,
      workspace_id: entry.workspace_id,
      workspace_name: entry.workspace_name,
      is_accepted: entry.is_accepted,
      is_archived: entry.is_archived,
    })),
    workspace_id: present?.workspace_id ?? null,
    permissions: [],
    counts: { clients: 0, open_deals: 0, tasks_due: 0, threads_unread: 0 },
    portal: present && {
      client_id: present.client_id,
      is_archived: present.is_archived,
      is_view: session.viewerAccountId !== null,
      language,
      client_language: present.client_language,
      agent: {
        name: present.agent_name,
        email: present.agent_email,
        phone_number: present.agent_phone_number,
        photo_id: present.agent_photo_id,
      },
      logo_id: present.logo_id,
      foot: present.foot,
      unread_messages: present.unread_messages,
    },
  };
}

/** A longer pause begins another visit. */
export const pause = "30 minutes";

/** SQL of when the visit before this one ended, whether this one is noted or not, since a page asks for its parts in parallel. */
export function visitBefore(now: Date): SQL {
  return sql`case when ${portalInvitations.lastSeenAt} < ${now}::timestamptz - ${pause}::interval
    then ${portalInvitations.lastSeenAt} else ${portalInvitations.visitBeforeAt} end`;
}

async function noteSeen(database: Queries, invitationId: string | null, now: Date): Promise<void> {
  await database
    .update(portalInvitations)
    .set({ visitBeforeAt: visitBefore(now), lastSeenAt: now.toISOString() })
    .where(sql`${portalInvitations.id} = ${invitationId}`);
  await settleLastActivity(
    database,
    sql`${clients.id} = (select ${portalInvitations.clientId} from ${portalInvitations} where ${portalInvitations.id} = ${invitationId})`,
  );
}

/** SQL of the moment since which things are news: the last visit, or the acceptance. Staff see the person's news. */
export function newsSince({ clientId, email }: PortalUser, now: Date): SQL {
  return sql`(select coalesce(${visitBefore(now)}, ${portalInvitations.acceptedAt}) from ${portalInvitations}
    where ${portalInvitations.clientId} = ${clientId} and ${portalInvitations.emailKey} = ${email})`;
}
