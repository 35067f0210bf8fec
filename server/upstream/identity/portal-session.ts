import { type SQL, sql } from "drizzle-orm";
import { type CurrentUser, memberOf, type PortalAccess, type PortalSession } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import type { Reads } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { clients, type Language, portalAccess, portalPeople, portalViews, workspaces } from "../tables.ts";
import { isOpenWorkspace, visibleClients } from "../visibility.ts";

/** Names a portal view in which staff look at a client's portal. */
export const portalViewHeader = "x-portal-view";

/** Names the client whose portal a person of several households has open. */
export const portalClientHeader = "x-portal-client";

interface AccessRow extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly client_id: string;
  readonly time_zone: string;
  readonly name: string;
  readonly phone_number: string | null;
  readonly client_person_id: string | null;
  readonly invitation_id: string | null;
  readonly is_archived: boolean;
}

interface PersonRow extends Record<string, unknown> {
  readonly person_id: string;
  readonly language: Language | null;
}

/** SQL of the portals of the households that an address is in, accepted or only invited to. */
export function portalsOf(email: string): SQL {
  return sql`
    select ${portalAccess}.*, ${workspaces.timeZone}
    from ${portalAccess} join ${workspaces} on ${workspaces.id} = ${portalAccess.workspaceId} and ${isOpenWorkspace}
    where ${portalAccess.email} = ${email}`;
}

/** What a call says of the portal that it is about, each null where the header is left out. */
interface NamedPortal {
  readonly workspaceId: string | null;
  readonly clientId: string | null;
}

/** The session of a client's person. @param named without a client: the only household that is left */
export async function findPortalSession(
  reads: Reads,
  { sessionId, email }: { readonly sessionId: string; readonly email: string },
  named: NamedPortal,
  now: Date,
): Promise<PortalSession | null> {
  const { rows } = await reads.execute<PersonRow & Partial<AccessRow>>(sql`
    select ${portalPeople.id} as person_id, ${portalPeople.language}, portal.*
    from ${portalPeople} left join (${portalsOf(email)}) portal on portal.accepted_at is not null
    where ${portalPeople.email} = ${email}`);
  const [person] = rows;
  if (person === undefined) return null;
  const chosen = choosePortal(rows.filter(isAccess), named);
  return {
    kind: "client",
    sessionId,
    personId: person.person_id,
    email,
    language: person.language,
    viewerAccountId: null,
    access: chosen === undefined ? null : accessOf(chosen, now),
  };
}

/** One that is not archived comes first: of the other nothing is left to see but whom to ask. */
function choosePortal(portals: readonly AccessRow[], { workspaceId, clientId }: NamedPortal): AccessRow | undefined {
  const named = portals.filter(
    (portal) =>
      (workspaceId === null || portal.workspace_id === workspaceId.toLowerCase()) &&
      (clientId === null || portal.client_id === clientId.toLowerCase()),
  );
  const open = named.filter((portal) => !portal.is_archived);
  const [only, ...others] = open.length === 0 ? named : open;
  return others.length === 0 ? only : undefined;
}

function isAccess(row: PersonRow & Partial<AccessRow>): row is PersonRow & AccessRow {
  return typeof row.workspace_id === "string";
}

function accessOf(row: AccessRow, now: Date): PortalAccess {
  return {
    workspaceId: row.workspace_id,
    clientId: row.client_id,
    name: row.name,
    phoneNumber: row.phone_number,
    clientPersonId: row.client_person_id,
    invitationId: row.invitation_id,
    isArchived: row.is_archived,
    today: dayIn(row.time_zone, now),
  };
}

/** A client's portal in the view of staff; without access once the account may not see the client. */
export async function findPortalView(
  reads: Reads,
  user: CurrentUser,
  viewId: string,
  now: Date,
): Promise<PortalSession> {
  const { sessionId, accountId: viewerAccountId } = user;
  const nobodys = { kind: "client", sessionId, personId: null, email: "", language: null, viewerAccountId } as const;
  const member = memberOf(user);
  if (member === null || !isUuid(viewId)) return { ...nobodys, access: null };
  const { rows } = await reads.execute<AccessRow & { readonly email: string | null }>(sql`
    select ${clients.workspaceId}, ${clients.id} as client_id, ${workspaces.timeZone}, ${clients.name},
      ${clients.phoneNumber}, null as client_person_id, null as invitation_id, ${clients.isArchived},
      ${clients.emailKey} as email
    from ${portalViews} join ${clients} on ${clients.id} = ${portalViews.clientId}
    join ${workspaces} on ${workspaces.id} = ${clients.workspaceId}
    where ${portalViews.id} = ${viewId} and ${portalViews.accountId} = ${member.accountId}
      and ${portalViews.expiresAt} > ${now} and ${visibleClients(member)}`);
  const [row] = rows;
  return row === undefined
    ? { ...nobodys, access: null }
    : { ...nobodys, email: row.email ?? "", access: accessOf(row, now) };
}
