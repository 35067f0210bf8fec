import { sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import { settleLastActivity } from "../clients/client-filters.ts";
import { action, type Route } from "../engine/action.ts";
import { created, nothing } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidBody, notFound, unauthenticated } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { normaliseEmail } from "../identity/email-address.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { email, secret } from "../identity/inputs.ts";
import { findLink, findPortalAddress, insertLink, isOverMailLimit, redeemLink } from "../identity/mailed-links.ts";
import type { IdentityParts } from "../identity/parts.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { findPerson } from "../identity/people.ts";
import { answerOpened, sessionType } from "../identity/session-type.ts";
import { type OpenedSession, openSession } from "../identity/sessions.ts";
import { countTryOf } from "../identity/sign-in-codes.ts";
import { hashToken, mintCode } from "../identity/tokens.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import {
  clients,
  type Language,
  languages,
  portalAccess,
  portalInvitations,
  portalPeople,
  sessions,
  workspaces,
} from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { visitBefore } from "./current-portal.ts";
import { portalInvitation } from "./invitation.ts";
import { goingOn, nextPath, pageOfPortal } from "./portal-paths.ts";

/** Signing in to the portal: by mailed link, mailed code or invitation. */

const refusals = {
  link: () => unauthenticated("invalid_link", "This link has been used, replaced by a newer one, or has expired."),
  code: () => unauthenticated("invalid_code", "This code is wrong, or it has been used or has expired."),
} as const;

interface LinkWish {
  readonly email: string;
  /** Of the page; the person's choice comes first. */
  readonly language: Language;
  /** An earlier session in this browser, which strangers do not know. */
  readonly knownSessionId: string | null;
  /** The page to which the link leads; null: the first one. */
  readonly next: string | null;
  /** The handle of the workspace whose page asked. */
  readonly handle: string | null;
}

/**
 * Mails a link and a code; earlier ones still work, so that strangers end nothing. For an unknown address nothing is mailed, with the
 * same work. @returns the id with which the code is entered; past the hour's limit one without a code
 */
async function mailPortalLink(
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

/** The workspace of the handle, or the only one. */
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

/** Mails a new link to the address of an earlier link or invitation. @returns as `mailPortalLink`, also for an unknown token */
async function renewPortalLink(
  database: Queries,
  parts: IdentityParts,
  { token, ...wish }: Pick<LinkWish, "language" | "next" | "handle"> & { readonly token: string },
  now: Date,
): Promise<string> {
  const invited = await findInvited(database, token);
  const email = invited?.email ?? (await findPortalAddress(database, token));
  if (email === null) return crypto.randomUUID();
  const handle = invited?.handle ?? wish.handle;
  const next = wish.next ?? (invited && pageOfPortal("", invited.client_id));
  return mailPortalLink(database, parts, { ...wish, handle, email, next, knownSessionId: null }, now);
}

async function findInvited(queries: Queries, token: string) {
  const hash = hashToken(token);
  if (hash === null) return null;
  const { rows } = await queries.execute<{ email: string; handle: string; client_id: string }>(sql`
    select ${portalInvitations.emailKey} as email, ${workspaces.handle}, ${portalInvitations.clientId} as client_id
    from ${portalInvitations} join ${workspaces} on ${workspaces.id} = ${portalInvitations.workspaceId}
    where ${portalInvitations.tokenHash} = ${hash} or ${portalInvitations.earlierTokenHash} = ${hash}`);
  return rows[0] ?? null;
}

/** A requested link, and the one in the mail about a property. */
const signInPurposes = ["sign_in", "shared_property"] as const;

/** Null when the link is unknown, used or expired. */
async function findPortalLink(queries: Queries, token: string, now: Date) {
  for (const purpose of signInPurposes) {
    const link = await findLink(queries, purpose, token, now, "client");
    if (link !== null) return { ...link, purpose };
  }
  return null;
}

/** @throws Refusal 401 `invalid_link` */
async function signInByPortalLink(
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

/** @throws Refusal 401 `invalid_code` */
async function signInByPortalCode(
  database: Queries,
  hasher: PasswordHasher,
  { linkId, code }: { readonly linkId: string; readonly code: string },
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  const attempt = isUuid(linkId) ? await countTryOf(database, linkId, now) : null;
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

/** Null when the invitation is unknown, accepted, replaced, revoked or expired. */
async function findInvitation(queries: Queries, token: string, now: Date): Promise<LiveInvitation | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const { rows } = await queries.execute<LiveInvitation>(liveInvitation(hash, now));
  return rows[0] ?? null;
}

/** Accepts an invitation, which signs in; of many at once one does. @throws Refusal 401 `invalid_link` */
async function signInByInvitation(
  database: Queries,
  token: string,
  device: string | null,
  now: Date,
): Promise<OpenedSession & { readonly clientId: string }> {
  const hash = hashToken(token);
  if (hash === null) throw refusals.link();
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<LiveInvitation>(
      sql`${liveInvitation(hash, now)} for update of ${sql.identifier("portal_invitations")}`,
    );
    const [invitation] = rows;
    if (invitation === undefined) throw refusals.link();
    const { email, client_id: clientId } = invitation;
    const opened = await enterPortal(transaction, email, device, now);
    await acceptInvitation(transaction, email, clientId, now);
    return { ...opened, clientId };
  });
}

/**
 * Opens a session for a proved address. It accepts no invitation: each names a household, which its person chooses.
 * @param device the browser in a few words
 */
async function enterPortal(
  transaction: Queries,
  email: string,
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  await unmarkBounced(transaction, email);
  await transaction.insert(portalPeople).values({ email }).onConflictDoNothing({ target: portalPeople.email });
  return openSession(transaction, { kind: "client", email }, now, device);
}

interface Accepted extends Record<string, unknown> {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
}

/**
 * Accepts the invitation of a household for somebody who proved the address; an accepted one stays as it is.
 * @throws Refusal 404 where the address is invited to no portal of the client, or the client is archived
 */
async function acceptInvitation(transaction: Queries, email: string, clientId: string, now: Date): Promise<void> {
  const isInvited = sql`${portalAccess.email} = ${email} and ${portalAccess.clientId} = ${clientId}`;
  const { rows } = await transaction.execute<Accepted>(sql`
    update ${portalInvitations} set accepted_at = ${now}, last_seen_at = ${now},
      visit_before_at = ${visitBefore(now)}, version = ${portalInvitations.version} + 1, updated_at = clock_timestamp()
    from (select ${portalAccess.invitationId}, ${portalAccess.name} from ${portalAccess} join ${workspaces} on ${workspaces.id} = ${portalAccess.workspaceId}
      and ${isOpenWorkspace} where ${isInvited} and not ${portalAccess.isArchived}) invited
    where ${portalInvitations.id} = invited.invitation_id and ${portalInvitations.acceptedAt} is null
    returning ${portalInvitations.id}, ${portalInvitations.workspaceId}, invited.name`);
  const [accepted] = rows;
  if (accepted === undefined) {
    const { rows: known } = await transaction.execute(sql`
      select from ${portalAccess} where ${isInvited} and ${portalAccess.acceptedAt} is not null`);
    if (known.length === 0) throw notFound();
    return;
  }
  await settleLastActivity(transaction, sql`${clients.id} = ${clientId}`);
  const currentUser = { accountId: null, workspaceId: accepted.workspace_id, actorName: accepted.name };
  await recordEvent({ database: transaction, currentUser }, portalInvitation, "accepted", accepted.id);
}

interface PortalSignInMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly code: string;
  readonly usefulUntil: Date;
  readonly language: Language;
  /** Whose page or link asked. */
  readonly agency: SigningAgency | null;
}

interface SigningAgency {
  readonly name: string;
  readonly contact: EmailContact;
}

const words = {
  en: {
    subject: "Sign in to your home search",
    opening: "Here is the link you asked for. It works once, within 15 minutes.",
    label: "Sign in",
    code: "If this email opens in another browser, enter this code where you asked for the link:",
    closing: "If you didn't ask for it, ignore this email. Nobody can sign in without it.",
  },
  es: {
    subject: "Entre a su búsqueda de casa",
    opening: "Aquí está el enlace que pidió. Funciona una vez, durante 15 minutos.",
    label: "Entrar",
    code: "Si este correo se abre en otro navegador, escriba este código donde pidió el enlace:",
    closing: "Si usted no lo pidió, ignore este correo. Nadie puede entrar sin él.",
  },
} as const;

function portalSignInMail({ to, name, url, code, usefulUntil, language, agency }: PortalSignInMail): Mail {
  const { subject, opening, label, code: codeLabel, closing } = words[language];
  const letter = renderEmail({
    language,
    subject,
    name,
    opening: [opening],
    link: { label, url },
    code: { label: codeLabel, digits: code },
    closing: [closing],
    ...(agency === null ? {} : { sender: agency.name, contact: agency.contact }),
  });
  return { ...letter, to, usefulUntil, ...(agency === null ? {} : { senderName: agency.name }) };
}

const linkType = recordType("portal_sign_in_link", z.object({}));

const checkType = recordType(
  "portal_link_check",
  z.object({
    is_live: z.boolean(),
    workspace_name: z.string().nullable(),
    client_id: z.uuid().nullable().describe("Of an invitation, used or not: whose portal it is for"),
    client_name: z.string().nullable(),
    is_shared: z.boolean().describe("Of an invitation: whether others of the house are there already"),
  }),
);

const language = z.enum(languages).default("en");

const handle = z.string().max(100).nullish();

const given = z.object({
  linkToken: secret.optional(),
  invitationToken: secret.optional(),
  linkId: secret.optional(),
  code: secret.optional(),
  device: z
    .string()
    .trim()
    .max(100)
    .transform((text) => (text === "" ? null : text))
    .optional(),
});

/** The routes of signing in to the portal. */
export function portalSignInRoutes(parts: IdentityParts): readonly Route[] {
  const ask = action({
    method: "POST",
    path: "/portal/sign_in_links",
    summary: "Mail a client a link and a code that sign in to the portal; the answer is the same for every address",
    access: "anyone",
    input: {
      type: "portal_sign_in_link",
      attributes: z.object({ email, language, knownSessionId: secret.nullish(), next: nextPath.nullish(), handle }),
    },
    answers: { status: 201, of: linkType },
    transaction: "own",
    async run({ database, attributes: { knownSessionId = null, next = null, handle = null, ...wish }, now }) {
      return answerAsked(await mailPortalLink(database, parts, { ...wish, knownSessionId, next, handle }, now));
    },
  });

  const renew = action({
    method: "POST",
    path: "/portal/sign_in_link_renewals",
    summary: "Mail a fresh link to the address that a used or expired one went to",
    access: "anyone",
    input: {
      type: "portal_sign_in_link",
      attributes: z.object({ token: secret, language, next: nextPath.nullish(), handle }),
    },
    answers: { status: 201, of: linkType },
    transaction: "own",
    async run({ database, attributes: { next = null, handle = null, ...wish }, now }) {
      return answerAsked(await renewPortalLink(database, parts, { ...wish, next, handle }, now));
    },
  });

  const check = action({
    method: "POST",
    path: "/portal/link_checks",
    summary: "Whether the link of a sign-in or an invitation still works; looking does not use it up",
    access: "anyone",
    input: {
      type: "portal_link_check",
      attributes: z.object({ purpose: z.enum(["sign_in", "invitation"]), token: secret }),
    },
    answers: { status: 201, of: checkType },
    transaction: "own",
    async run({ database, attributes: { purpose, token }, now }) {
      const attributes = await lookAt(database, purpose, token, now);
      return created(checkType, { id: crypto.randomUUID(), attributes });
    },
  });

  const signIn = action({
    method: "POST",
    path: "/portal/sessions",
    summary: "Sign in to the portal by the token of a mailed link, by an invitation's, or by a mailed code",
    access: "anyone",
    input: { type: "session", attributes: given },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ database, attributes, now }) {
      const { clientId = null, ...opened } = await open(database, attributes, now);
      return answerOpened(opened, clientId);
    },
  });

  const accept = action({
    method: "POST",
    path: "/portal/households/:id/acceptance",
    summary:
      "Accept the invitation to the portal of a client, whose id this is, for whoever is signed in with the address; again is a no-op",
    access: "session",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id, now }) {
      if (currentUser.kind !== "client") throw unauthenticated();
      await acceptInvitation(database, currentUser.email, id(), now);
      return nothing;
    },
  });

  type Opened = OpenedSession & { readonly clientId?: string };

  function open(database: Queries, attributes: z.output<typeof given>, now: Date): Promise<Opened> {
    const { linkToken, invitationToken, linkId, code, device = null } = attributes;
    if (linkToken !== undefined) return signInByPortalLink(database, linkToken, device, now);
    if (invitationToken !== undefined) return signInByInvitation(database, invitationToken, device, now);
    if (linkId === undefined || code === undefined)
      throw invalidBody("Give link_token, or invitation_token, or link_id and code.", "/data/attributes");
    return signInByPortalCode(database, parts.hasher, { linkId, code }, device, now);
  }

  return [ask, renew, check, signIn, accept];
}

const answerAsked = (id: string) => created(linkType, { id, attributes: {} });

const unknown = { is_live: false, workspace_name: null, client_id: null, client_name: null, is_shared: false };

async function lookAt(database: Queries, purpose: "sign_in" | "invitation", token: string, now: Date) {
  if (purpose === "sign_in") return { ...unknown, is_live: (await findPortalLink(database, token, now)) !== null };
  const invitation = await findInvitation(database, token, now);
  if (invitation === null) return { ...unknown, client_id: (await findInvited(database, token))?.client_id ?? null };
  const { email, client_id: clientId } = invitation;
  const [named] = await database
    .select({ workspace: workspaces.name, client: clients.name })
    .from(clients)
    .innerJoin(workspaces, sql`${workspaces.id} = ${clients.workspaceId}`)
    .where(sql`${clients.id} = ${clientId}`);
  const [other] = await database
    .select({ email: portalAccess.email })
    .from(portalAccess)
    .where(sql`${portalAccess.clientId} = ${clientId} and ${portalAccess.email} <> ${email}
      and ${portalAccess.acceptedAt} is not null`)
    .limit(1);
  return {
    is_live: true,
    workspace_name: named?.workspace ?? null,
    client_id: clientId,
    client_name: named?.client ?? null,
    is_shared: other !== undefined,
  };
}
