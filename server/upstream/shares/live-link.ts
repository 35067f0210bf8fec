/** A link for people without a session. */

import { lt, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { gone, notFound, unauthenticated } from "../engine/refusal.ts";
import { hashToken } from "../identity/tokens.ts";
import { clientPeople, clients, shareLinks, shareTokens, shareViewings, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";

export interface LiveLink {
  readonly id: string;
  readonly workspaceId: string;
  readonly packageId: string;
  /** Null for a link that a member passes on. */
  readonly clientId: string | null;
  readonly label: string;
  readonly includesUnfiled: boolean;
  /** Whether released parts are shown. */
  readonly includesReleased: boolean;
  readonly allowsDownload: boolean;
  readonly passcodeHash: string | null;
  readonly expiresAt: string | null;
  readonly lastOpenedAt: string | null;
}

/** The token of a visitor who has opened the link. */
const viewingHeader = "x-viewing-token";

/** @throws Refusal 404 for an unknown address, 410 `link_revoked` (also of a deleted workspace) or `link_expired` */
export async function findLink(database: Queries, token: string, now: Date): Promise<LiveLink> {
  return (await lookUp(database, token, null, now)).link;
}

/** @throws Refusal as `findLink`, and 401 `viewing_required` */
export async function findOpened(database: Queries, token: string, request: Request, now: Date): Promise<LiveLink> {
  const { link, isOpened } = await lookUp(database, token, request.headers.get(viewingHeader), now);
  if (!isOpened) throw unauthenticated("viewing_required", "Open the link first.");
  return link;
}

async function lookUp(database: Queries, token: string, viewing: string | null, now: Date) {
  const hash = hashToken(token);
  if (hash === null) throw notFound();
  const moment = sql`${now.toISOString()}::timestamptz`;
  const [row] = await database
    .select({
      link: {
        id: shareLinks.id,
        workspaceId: shareLinks.workspaceId,
        packageId: shareLinks.packageId,
        clientId: shareLinks.clientId,
        label: shareLinks.label,
        includesUnfiled: shareLinks.includesUnfiled,
        includesReleased: sql<boolean>`${shareLinks.includesReleased} or ${shareLinks.clientId} is not null`,
        allowsDownload: shareLinks.allowsDownload,
        passcodeHash: shareLinks.passcodeHash,
        expiresAt: shareLinks.expiresAt,
        lastOpenedAt: shareLinks.lastOpenedAt,
      },
      isRevoked: sql<boolean>`${shareLinks.revokedAt} is not null or not ${isOpenWorkspace} or ${hasLeft}`,
      isExpired: sql<boolean>`coalesce(${shareLinks.expiresAt} <= ${moment}, false)`,
      isOpened: viewing === null ? sql<boolean>`false` : isOpened(viewing, moment),
    })
    .from(shareTokens)
    .innerJoin(shareLinks, sql`${shareLinks.id} = ${shareTokens.shareLinkId}`)
    .innerJoin(workspaces, sql`${workspaces.id} = ${shareLinks.workspaceId}`)
    .where(sql`${shareTokens.tokenHash} = ${hash}`);
  if (!row) throw notFound();
  if (row.isRevoked) throw gone("link_revoked", "The person who shared this link has turned it off.");
  if (row.isExpired) throw gone("link_expired", "This link has expired.");
  return row;
}

/** Whether the addressee has left the household or changed their address. */
const hasLeft = sql`(${shareTokens.addressee} is not null
  and not exists (select from ${clients} where ${clients.id} = ${shareLinks.clientId} and ${clients.emailKey} = ${shareTokens.addressee})
  and not exists (select from ${clientPeople} where ${clientPeople.clientId} = ${shareLinks.clientId}
    and ${clientPeople.emailKey} = ${shareTokens.addressee}))`;

function isOpened(viewing: string, moment: SQL): SQL<boolean> {
  const hash = hashToken(viewing);
  if (hash === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select from ${shareViewings} where ${shareViewings.tokenHash} = ${hash}
    and ${shareViewings.shareLinkId} = ${shareLinks.id} and ${shareViewings.expiresAt} > ${moment})`;
}

/** @returns how many ended viewings were deleted */
export async function sweepViewings(database: Queries, now: Date): Promise<number> {
  const { rowCount } = await database.delete(shareViewings).where(lt(shareViewings.expiresAt, now));
  return rowCount ?? 0;
}
