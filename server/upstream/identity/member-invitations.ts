import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { forbidden } from "../engine/refusal.ts";
import { colleagueInvitations, mailedLinks, memberInvitations, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { findAccountByEmail } from "./accounts.ts";
import { claimHandle } from "./handles.ts";
import { ended, findLink, insertLink, type MintedLink } from "./mailed-links.ts";
import type { IdentityParts } from "./parts.ts";
import { fullName } from "./person-name.ts";

/** Mailed links that make somebody a member of a workspace, or the owner of a new one. */

export type InvitedTo =
  | { readonly workspaceId: string; readonly role: Exclude<Role, "owner"> }
  | {
      readonly workspaceId: null;
      readonly role: "owner";
      /** Normalized and well-formed; null: chosen when the link is used. */
      readonly handle: string | null;
      /** Its id in the API; null: as the settings say for the first workspace. */
      readonly apiWorkspaceId: string | null;
    };

const anHour = 3_600_000;

/**
 * Makes the link by which an address joins a workspace; earlier ones end. @param email normalized
 * @returns null when the handle is taken: the caller rolls back
 */
export async function inviteMember(
  transaction: Queries,
  email: string,
  invitedTo: InvitedTo,
  now: Date,
): Promise<MintedLink | null> {
  const { workspaceId, role } = invitedTo;
  await endInvitations(transaction, email, workspaceId);
  const link = await insertLink(transaction, { purpose: "invitation", addressee: { kind: "account", email } }, now);
  const { handle = null, apiWorkspaceId = null } = invitedTo.workspaceId === null ? invitedTo : {};
  if (handle !== null) {
    // A little longer than the link, so that nobody takes it in the last moment.
    const until = new Date(link.expiresAt.getTime() + anHour);
    if (!(await claimHandle(transaction, handle, { email, until }, now))) return null;
  }
  const row = { id: link.id, workspaceId, role, workspaceHandle: handle, apiWorkspaceId };
  await transaction.insert(memberInvitations).values(row);
  return link;
}

async function endInvitations(queries: Queries, email: string, workspaceId: string | null): Promise<void> {
  const there = memberInvitations.workspaceId;
  const same = queries
    .select({ id: memberInvitations.id })
    .from(memberInvitations)
    .where(workspaceId === null ? isNull(there) : eq(there, workspaceId));
  await queries
    .update(mailedLinks)
    .set(ended)
    .where(and(eq(mailedLinks.email, email), isNull(mailedLinks.usedAt), inArray(mailedLinks.id, same)));
}

export interface MemberInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly workspace: { readonly id: string; readonly name: string } | null;
  readonly workspaceHandle: string | null;
  readonly apiWorkspaceId: string | null;
  readonly name: string | null;
  /** Whether nothing is asked for: a colleague invited somebody who has an account. */
  readonly joinsAtOnce: boolean;
}

/** The invitation of a live link. @throws Refusal 403 while nobody new is let in */
export async function findMemberInvitation(
  queries: Queries,
  { registration }: Pick<IdentityParts, "registration">,
  token: string,
  now: Date,
): Promise<MemberInvitation | null> {
  if (registration === "closed") throw forbidden("Nobody new is let in here.");
  const link = await findLink(queries, "invitation", token, now);
  if (!link) return null;
  const [row] = await queries
    .select({
      invitation: memberInvitations,
      name: workspaces.name,
      isOpen: isOpenWorkspace,
      byColleagueId: colleagueInvitations.id,
    })
    .from(memberInvitations)
    .leftJoin(colleagueInvitations, eq(colleagueInvitations.linkId, memberInvitations.id))
    .leftJoin(workspaces, eq(workspaces.id, memberInvitations.workspaceId))
    .where(eq(memberInvitations.id, link.id));
  if (!row?.isOpen) return null;
  const { workspaceId, role, workspaceHandle, apiWorkspaceId } = row.invitation;
  const account = await findAccountByEmail(queries, link.email);
  return {
    id: link.id,
    email: link.email,
    role,
    workspace: workspaceId === null ? null : { id: workspaceId, name: row.name ?? "" },
    workspaceHandle,
    apiWorkspaceId,
    name: account && fullName(account),
    joinsAtOnce: account !== null && row.byColleagueId !== null,
  };
}

/** Whether no workspace is connected with the API yet. */
export async function isNoneConnected(queries: Queries): Promise<boolean> {
  const connected = queries.select({ id: workspaces.id }).from(workspaces).where(isNotNull(workspaces.apiWorkspaceId));
  return (await connected.limit(1)).length === 0;
}

/** Connects a workspace with one of the API's. @returns false when another one is connected with it */
export async function connectWorkspace(queries: Queries, id: string, apiWorkspaceId: string): Promise<boolean> {
  const others = and(eq(workspaces.apiWorkspaceId, apiWorkspaceId), ne(workspaces.id, id));
  const [other] = await queries.select({ id: workspaces.id }).from(workspaces).where(others);
  if (other !== undefined) return false;
  await queries.update(workspaces).set({ apiWorkspaceId }).where(eq(workspaces.id, id));
  return true;
}
