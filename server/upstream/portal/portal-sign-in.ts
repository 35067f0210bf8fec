import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { unauthenticated } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { normaliseEmail } from "../identity/email-address.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { findLink, findPortalAddress, insertLink, isOverMailLimit, redeemLink } from "../identity/mailed-links.ts";
import type { IdentityParts } from "../identity/parts.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { findPerson } from "../identity/people.ts";
import type { OpenedSession } from "../identity/sessions.ts";
import { countTryOf } from "../identity/sign-in-codes.ts";
import { hashToken, mintCode } from "../identity/tokens.ts";
import { type Language, portalAccess, portalInvitations, sessions, workspaces } from "../tables.ts";
import { enterPortal } from "./entering.ts";
import { portalSignInMail, type SigningAgency } from "./mails/sign-in.ts";
import { goingOn } from "./portal-paths.ts";

/** Signing in to the portal: by a mailed link, by the code mailed with it, or by an invitation. */

const refusals = {
  link: () => unauthenticated("invalid_link", "This link has been used, replaced by a newer one, or has expired."),
  code: () => unauthenticated("invalid_code", "This code is wrong, or it has been used or has expired."),
} as const;

export interface LinkWish {
  /** As it was typed. */
  readonly email: string;
  /** Of the page where it was typed; what the person chose wins. */
  readonly language: Language;
  /** Id of an earlier session of that person in the same browser, which strangers do not know; null without one. */
  readonly knownSessionId: string | null;
  /** Path of the page that the link goes on to; null for the first one. */
  readonly next: string | null;
  /** The name in web addresses of the workspace whose page or link asked; null where none is known. */
  readonly handle: string | null;
}

/**
 * Mails a link and a code. Those mailed before go on working, so that a stranger who asks ends nothing. For an address that
 * nobody has everything happens in the same way, except that no mail goes out.
 * @returns the id with which the code is entered; past the hourly share of mails one that no code belongs to
 */
export async function mailPortalLink(
  database: Queries,
  { hasher, mailer, publicOrigin }: IdentityParts,
  { email, language, knownSessionId, next, handle }: LinkWish,
  now: Date,
): Promise<string> {
  const addressee = { kind: "client", email: normaliseEmail(email) ?? email } as const;
  const code = mintCode();
  const codeHash = await hasher.hash(code);
  return database.transaction(async (transaction) => {
    const isFromKnownDevice = await wasSignedIn(transaction, addressee.email, knownSessionId);
    if (await isOverMailLimit(transaction, "sign_in", addressee, now, isFromKnownDevice)) return crypto.randomUUID();
    const link = await insertLink(transaction, { purpose: "sign_in", addressee, codeHash, isFromKnownDevice }, now);
    const person = await findPerson(transaction, addressee);
    const agency = await findAgency(transaction, handle);
    const mail = portalSignInMail({
      agency,
      to: addressee.email,
      name: person?.name ?? "",
      url: goingOn(`${publicOrigin}/client-portal/sign-in/${link.token}`, next),
      code,
      usefulUntil: link.expiresAt,
      language: person?.language ?? language,
    });
    await mailer.send(mail, { within: transaction, withheld: person === null });
    return link.id;
  });
}

/** The workspace of that name, or without one the only workspace there is: who asks for which address makes no difference. */
async function findAgency(queries: Queries, handle: string | null): Promise<SigningAgency | null> {
  const [agency, ...others] = await queries
    .select({ name: workspaces.name, contact: contactOfWorkspace })
    .from(workspaces)
    .where(sql`${workspaces.purgeAt} is null and (${handle}::text is null or ${workspaces.handle} = ${handle})`)
    .limit(2);
  return agency === undefined || others.length > 0 ? null : agency;
}

async function wasSignedIn(queries: Queries, email: string, sessionId: string | null): Promise<boolean> {
  const known = sessionId !== null && isUuid(sessionId) ? sessionId : null;
  const { rows } = await queries.execute(sql`
    select from ${sessions} where ${sessions.id} = ${known}::uuid and ${sessions.clientEmail} = ${email}`);
  return rows.length > 0;
}

/**
 * Mails a fresh link to the address that a link or an invitation went to, whatever became of it.
 * @returns as `mailPortalLink` does, also for a token that nobody knows
 */
export async function renewPortalLink(
  database: Queries,
  parts: IdentityParts,
  { token, ...wish }: Pick<LinkWish, "language" | "next" | "handle"> & { readonly token: string },
  now: Date,
): Promise<string> {
  const invited = await findInvited(database, token);
  const email = invited?.email ?? (await findPortalAddress(database, token));
  if (email === null) return crypto.randomUUID();
  const handle = invited?.handle ?? wish.handle;
  return mailPortalLink(database, parts, { ...wish, handle, email, knownSessionId: null }, now);
}

/** To whom an invitation went, and whose it is. */
async function findInvited(queries: Queries, token: string) {
  const hash = hashToken(token);
  if (hash === null) return null;
  const { rows } = await queries.execute<{ email: string; handle: string }>(sql`
    select ${portalInvitations.emailKey} as email, ${workspaces.handle} from ${portalInvitations}
    join ${workspaces} on ${workspaces.id} = ${portalInvitations.workspaceId}
    where ${portalInvitations.tokenHash} = ${hash} or ${portalInvitations.earlierTokenHash} = ${hash}`);
  return rows[0] ?? null;
}

/** The purposes of links that sign in to the portal: one that was asked for, and that of the mail about a property. */
const signInPurposes = ["sign_in", "shared_property"] as const;

/** Looks a link up that signs in, without using it; null when it is unknown, used or expired. */
export async function findPortalLink(queries: Queries, token: string, now: Date) {
  for (const purpose of signInPurposes) {
    const link = await findLink(queries, purpose, token, now, "client");
    if (link !== null) return { ...link, purpose };
  }
  return null;
}

/** Signs in by a mailed link, which is used up. @throws Refusal 401 `invalid_link` */
export async function signInByPortalLink(
  database: Queries,
  token: string,
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  const link = await findPortalLink(database, token, now);
  if (!link) throw refusals.link();
  return database.transaction(async (transaction) => {
    if ((await findPerson(transaction, link)) === null) throw refusals.link();
    if (!(await redeemLink(transaction, link.purpose, link.id, now))) throw refusals.link();
    return enterPortal(transaction, link.email, device, now);
  });
}

/** Signs in by a mailed code, which is used up with its link. @throws Refusal 401 `invalid_code` */
export async function signInByPortalCode(
  database: Queries,
  hasher: PasswordHasher,
  { linkId, code }: { readonly linkId: string; readonly code: string },
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  const attempt = isUuid(linkId) ? await countTryOf(database, linkId, now) : null;
  // People copy codes with spaces around or between the digits.
  const isRight = await hasher.verify(attempt?.codeHash ?? null, code.replaceAll(/[\s-]/g, ""));
  if (!attempt || !isRight) throw refusals.code();
  return database.transaction(async (transaction) => {
    const { linkId: id, email } = attempt;
    if ((await findPerson(transaction, { kind: "client", email })) === null) throw refusals.code();
    if (!(await redeemLink(transaction, "sign_in", id, now))) throw refusals.code();
    return enterPortal(transaction, email, device, now);
  });
}

const liveInvitation = (hash: Buffer, now: Date) => sql`
  select ${portalInvitations.id}, ${portalInvitations.emailKey} as email, ${portalInvitations.workspaceId} as workspace_id,
    ${portalInvitations.clientId} as client_id
  from ${portalInvitations} join ${portalAccess} on ${portalAccess.invitationId} = ${portalInvitations.id}
  where ${portalInvitations.tokenHash} = ${hash} and ${portalInvitations.acceptedAt} is null
    and ${portalInvitations.expiresAt} > ${now} and not ${portalAccess.isArchived}`;

interface LiveInvitation extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly workspace_id: string;
  readonly client_id: string;
}

/** Looks an invitation up without accepting it; null when it is unknown, accepted, replaced, revoked or expired. */
export async function findInvitation(queries: Queries, token: string, now: Date): Promise<LiveInvitation | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const { rows } = await queries.execute<LiveInvitation>(liveInvitation(hash, now));
  return rows[0] ?? null;
}

/** Accepts an invitation, which signs in: of many who try at the same moment exactly one does. @throws Refusal 401 `invalid_link` */
export async function acceptInvitation(
  database: Queries,
  token: string,
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  const hash = hashToken(token);
  if (hash === null) throw refusals.link();
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<LiveInvitation>(
      sql`${liveInvitation(hash, now)} for update of ${sql.identifier("portal_invitations")}`,
    );
    const [invitation] = rows;
    if (invitation === undefined) throw refusals.link();
    return enterPortal(transaction, invitation.email, device, now);
  });
}
