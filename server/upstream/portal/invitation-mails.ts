/** Mails the links of invitations, and limits how many go out, so that inboxes cannot be flooded. */
import { sql } from "drizzle-orm";
import type { Mail } from "../../mail/mail.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { fullName } from "../engine/account-name.ts";
import type { Member, Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, Refusal } from "../engine/refusal.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { splitName } from "../identity/person-name.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { mintToken } from "../identity/tokens.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import { accounts, type Language, portalInvitations, portalPeople, workspaces } from "../tables.ts";
import { type PortalInvitationMail, portalInvitationMail } from "./mails/invitation.ts";

export interface PortalMailParts {
  readonly mailer: Mailer;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
}

/** Days for which an invitation's link works. */
const days = 7;
/** Invitations of a workspace within a day. */
const mostFrom: Readonly<Record<Plan, number>> = { free: 100, standard: 1000 };
/** Mails of one invitation in a day. */
const mostOfOne = 10;

/** Someone to invite. */
export interface Invited {
  readonly clientId: string;
  /** Their name, as the household says it. */
  readonly name: string;
  /** Where the mail goes, as it was typed. */
  readonly email: string;
  readonly emailKey: string;
}

/**
 * Mails an invitation, new or once more: the row stays the same and gets another token.
 * @param write what the mail says; the usual words when not given
 * @returns the row's id
 * @throws Refusal 400 `mail_limit`
 */
export async function mailInvitation(
  transaction: Queries,
  { mailer, publicOrigin }: PortalMailParts,
  currentUser: Member,
  { clientId, name, email, emailKey }: Invited,
  now: Date,
  write: (invitation: PortalInvitationMail) => Mail = portalInvitationMail,
): Promise<string> {
  await checkLimit(transaction, currentUser, now);
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + days * 86_400_000);
  const { language, ...sender } = await findSender(transaction, currentUser, { emailKey, clientId });
  const mail = write({
    to: email,
    name: splitName(name).firstName,
    ...sender,
    url: `${publicOrigin}/client-portal/invitations/${token}`,
    days,
    usefulUntil: expiresAt,
    language,
  });
  const { workspaceId, accountId } = currentUser;
  // Whoever sends it again says that the address is right.
  await unmarkBounced(transaction, emailKey);
  const sending = {
    tokenHash: hash,
    mailId: await mailer.send({ ...mail, about: { workspaceId, clientId } }, { within: transaction }),
    invitedByAccountId: accountId,
    sentAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: null,
    acceptedAt: null,
  };
  const isSameDay = sql`(${portalInvitations.sentAt} at time zone 'UTC')::date = (${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  const mailsThatDay = sql`case when ${isSameDay} then ${portalInvitations.mailsThatDay} + 1 else 1 end`;
  const [row] = await transaction
    .insert(portalInvitations)
    .values({ workspaceId, clientId, emailKey, ...sending })
    .onConflictDoUpdate({
      target: [portalInvitations.clientId, portalInvitations.emailKey],
      set: {
        ...sending,
        earlierTokenHash: sql`${portalInvitations.tokenHash}`,
        mailsThatDay,
        version: sql`${portalInvitations.version} + 1`,
        updatedAt: sql`clock_timestamp()`,
      },
    })
    .returning({ id: portalInvitations.id, mails: portalInvitations.mailsThatDay });
  if (!row) throw new Error("The invitation was not written.");
  if (row.mails > mostOfOne)
    throw invalidAttribute("email", "This invitation was sent too often today. Try again tomorrow.");
  return row.id;
}

async function checkLimit(transaction: Queries, { workspaceId, plan }: Member, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const sent = await transaction.$count(
    portalInvitations,
    sql`${portalInvitations.workspaceId} = ${workspaceId} and ${portalInvitations.sentAt} > ${dayAgo}`,
  );
  if (sent < mostFrom[plan]) return;
  const detail = `Your workspace can invite ${mostFrom[plan].toLocaleString("en")} people a day. Continue tomorrow.`;
  throw new Refusal([{ status: 400, code: "mail_limit", detail, source: { pointer: "/data/attributes/email" } }]);
}

/** The agent who invites, the workspace, and the language that the person or else the agent chose before; English without a choice. */
async function findSender(
  transaction: Queries,
  { accountId, workspaceId }: Member,
  { emailKey: email, clientId }: Pick<Invited, "emailKey" | "clientId">,
) {
  const [row] = await transaction
    .select({
      agent: fullName,
      agentEmail: accounts.email,
      workspaceName: workspaces.name,
      contact: contactOfWorkspace,
      language: sql<Language | null>`${readerLanguage(sql`${clientId}::uuid`)}`,
    })
    .from(accounts)
    .innerJoin(workspaces, sql`${workspaces.id} = ${workspaceId}`)
    .leftJoin(portalPeople, sql`${portalPeople.email} = ${email}`)
    .where(sql`${accounts.id} = ${accountId}`);
  if (!row) throw new Error("The sender is not there.");
  return { ...row, language: row.language ?? ("en" as const) };
}
