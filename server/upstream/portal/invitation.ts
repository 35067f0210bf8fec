/** The resource `portal_invitation`: whether a person of a client's household may enter the portal. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { greetingOf } from "../../../spelling/greeting.ts";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { client } from "../clients/client.ts";
import { email } from "../clients/inputs.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import { fullName } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import type { Member, Plan } from "../engine/current-user.ts";
import { idFilter } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { computed, moment, text, uuid, type WireRecord } from "../engine/record.ts";
import { forbidden, invalidAttribute, Refusal } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { greetedAs } from "../identity/greeted-as.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { mintToken } from "../identity/tokens.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import { mayAny } from "../permissions.ts";
import {
  accounts,
  clientPeople,
  clients,
  type Language,
  portalInvitations,
  portalPeople,
  workspaces,
} from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = portalInvitations;

/** Without a row, somebody has not been invited. */
const invitationStates = ["sent", "accepted", "expired", "revoked", "bounced"] as const;

// The outbox keeps a mail for a while; from then on an invitation that never arrived counts as expired.
const state = sql`case
  when ${table.revokedAt} is not null then 'revoked'
  when ${table.acceptedAt} is not null then 'accepted'
  when exists (select from mail.outbox where id = ${table.mailId} and state = 'failed') then 'bounced'
  when ${table.expiresAt} <= now() then 'expired'
  else 'sent' end`;

export const portalInvitation = defineTable({
  type: "portal_invitation",
  path: "/portal_invitations",
  table,
  history: {
    topic: "portal",
    labels: {
      sent: "Invited to the client portal",
      sent_again: "Invitation to the client portal sent again",
      accepted: "Invitation to the client portal accepted",
      revoked: "Access to the client portal revoked",
    },
    holders: { client: table.clientId },
  },
  attributes: {
    state: computed(state, z.enum(invitationStates)),
    email: text(table.emailKey),
    sent_at: moment(table.sentAt),
    expires_at: moment(table.expiresAt),
    accepted_at: moment(table.acceptedAt),
    revoked_at: moment(table.revokedAt),
    last_seen_at: moment(table.lastSeenAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
    client_name: computed(
      sql`(select ${clients.name} from ${clients} where ${clients.id} = ${table.clientId})`,
      z.string(),
    ),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Members who see their own records alone see no others' invitations.
  can: (currentUser, { state }) => {
    if (!mayAny(currentUser, "records.share")) return [];
    return state === "accepted" ? ["revoke"] : ["send", "revoke"];
  },
});

const invitationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    email: (address) => sql`${table.emailKey} = ${emailKeyOf(address)}`,
  },
  plannedByValue: ["client_id", "email"],
};

const creation = z.object({ clientId: z.uuid(), email: email.optional() });
const contact = z.object({ name: z.string(), email: z.string().nullable(), archived_at: z.string().nullable() });
const invited = z.object({ client_id: z.string(), email: z.string() });

/** @param email of the household; by default the client's @throws Refusal 400 for another address */
async function findInvited(database: Queries, record: WireRecord, email: string | undefined): Promise<Invited> {
  const { archived_at, ...own } = contact.parse(record.attributes);
  if (archived_at !== null) throw invalidAttribute("client_id", "This client is archived. Restore the client first.");
  const address = email ?? own.email;
  if (address === null)
    throw invalidAttribute("email", `${own.name} has no email address. Add one to the client first.`);
  const emailKey = emailKeyOf(address);
  const [person] = await database
    .select({ name: clientPeople.name, email: clientPeople.email })
    .from(clientPeople)
    .where(sql`${clientPeople.clientId} = ${record.id} and ${clientPeople.emailKey} = ${emailKey}`);
  // A couple may share the client's address.
  if (person) return { name: person.name, email: person.email ?? address, emailKey, clientId: record.id };
  if (own.email !== null && emailKey === emailKeyOf(own.email))
    return { name: own.name, email: own.email, emailKey, clientId: record.id };
  throw invalidAttribute("email", "This address belongs to nobody in the household.");
}

/** The routes of portal invitations. */
export function invitationRoutes(parts: PortalMailParts): readonly Route[] {
  /** Renews an earlier invitation. */
  async function invite(write: Write<z.output<typeof creation>>): Promise<string> {
    const { database, currentUser, attributes, now } = write;
    const { record } = await readOne(database, client, currentUser, attributes.clientId, { isLocked: true });
    if (!mayAny(currentUser, "records.share")) throw forbidden();
    return send(write, await findInvited(database, record, attributes.email), "sent", now);
  }

  async function sendAgain(write: RecordWrite): Promise<void> {
    const { database, currentUser, record, now } = write;
    const { client_id: clientId, email: address } = invited.parse(record.attributes);
    const { record: holder } = await readOne(database, client, currentUser, clientId);
    await send(write, await findInvited(database, holder, address), "sent_again", now);
  }

  async function send(write: Write, person: Invited, event: "sent" | "sent_again", now: Date): Promise<string> {
    const { database, currentUser } = write;
    const id = await mailInvitation(database, parts, currentUser, person, now);
    const changes = [{ field: "email", before: null, after: person.email }];
    await recordEvent({ database, currentUser }, portalInvitation, event, id, changes);
    return id;
  }

  return [
    listRoute(portalInvitation, invitationList, "Who was invited to the portals of clients, oldest first"),
    findRoute(portalInvitation, "An invitation to a client's portal"),
    createRoute(portalInvitation, {
      summary: "Invite the client, or someone of the household, to the portal; inviting again renews the invitation",
      input: creation,
      may: (currentUser) => mayAny(currentUser, "records.share"),
      run: invite,
    }),
    changeRoute(portalInvitation, {
      summary: "Send an invitation again, with another link",
      method: "POST",
      below: "/sending",
      needs: "send",
      run: sendAgain,
    }),
    changeRoute(portalInvitation, {
      summary: "Revoke an invitation: the portal is closed to that person from the next request on",
      method: "POST",
      below: "/revocation",
      needs: "revoke",
      run: revoke,
    }),
  ];
}

async function revoke(write: RecordWrite): Promise<void> {
  const { email: address } = invited.parse(write.record.attributes);
  const revoked = { revokedAt: write.now.toISOString() };
  const changes = [{ field: "email", before: address, after: null }];
  await changeRecord(write, portalInvitation, "revoked", revoked, changes, sql`${portalInvitations.revokedAt} is null`);
}

export interface PortalMailParts {
  readonly mailer: Mailer;
  readonly publicOrigin: string;
}

const days = 7;

/** In a day. */
const mostFrom: Readonly<Record<Plan, number>> = { free: 100, standard: 1000 };

const mostOfOne = 10;

export interface Invited {
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly emailKey: string;
}

/**
 * Mails an invitation; a renewed one keeps its row and gets another token. @param write the mail's words, unless the usual ones
 * @returns the row's id @throws Refusal 400 `mail_limit`
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
  const { language, called, ...sender } = await findSender(transaction, currentUser, { emailKey, clientId });
  const mail = write({
    to: email,
    name: greetingOf(name, called, language),
    ...sender,
    url: `${publicOrigin}/client-portal/invitations/${token}`,
    days,
    usefulUntil: expiresAt,
    language,
  });
  const { workspaceId, accountId } = currentUser;
  // Whoever sends it again vouches for the address.
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

/** The inviting agent, the workspace, and the reader's language. */
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
      called: greetedAs(sql`${clientId}::uuid`, sql`${email}`),
      language: sql<Language | null>`${readerLanguage(sql`${clientId}::uuid`)}`,
    })
    .from(accounts)
    .innerJoin(workspaces, sql`${workspaces.id} = ${workspaceId}`)
    .leftJoin(portalPeople, sql`${portalPeople.email} = ${email}`)
    .where(sql`${accounts.id} = ${accountId}`);
  if (!row) throw new Error("The sender is not there.");
  return { ...row, language: row.language ?? ("en" as const) };
}

interface PortalInvitationMail {
  readonly to: string;
  readonly name: string;
  readonly agent: string;
  readonly agentEmail: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly url: string;
  readonly days: number;
  readonly usefulUntil: Date;
  readonly language: Language;
}

type Words = (mail: PortalInvitationMail) => {
  readonly subject: string;
  readonly opening: readonly string[];
  readonly label: string;
  readonly closing: readonly string[];
};

const words: Readonly<Record<Language, Words>> = {
  en: ({ agent, agentEmail, workspaceName, days }) => ({
    subject: `${agent} invites you to your home search`,
    opening: [
      `${agent} of ${workspaceName} has set up a page for your home search. You see the properties picked for you, what comes next, and what you are asked to do.`,
      `You need no password. The link works for ${days} days. It is just for you: whoever opens it is signed in as you, so don't forward it.`,
    ],
    label: "Open my home search",
    closing: [
      `Questions? Write to ${agent}: ${agentEmail}`,
      "¿Prefiere leer en español? Abra el enlace y elija Español.",
      "If you don't know the sender, ignore this email.",
    ],
  }),
  es: ({ agent, agentEmail, workspaceName, days }) => ({
    subject: `${agent} le invita a su búsqueda de casa`,
    opening: [
      `${agent}, de ${workspaceName}, ha preparado una página para su búsqueda de casa. Allí ve las propiedades elegidas para usted, lo que viene y lo que se le pide.`,
      `No necesita contraseña. El enlace funciona durante ${days} días. Es solo para usted: quien lo abra entra en su nombre, así que no lo reenvíe.`,
    ],
    label: "Abrir mi búsqueda",
    closing: [`¿Preguntas? Escriba a ${agent}: ${agentEmail}`, "Si no conoce a quien lo envía, ignore este correo."],
  }),
};

function portalInvitationMail(mail: PortalInvitationMail): Mail {
  const { to, name, url, language, workspaceName: sender, contact, usefulUntil } = mail;
  const { subject, opening, label, closing } = words[language](mail);
  const letter = renderEmail({ language, sender, contact, subject, name, opening, link: { label, url }, closing });
  return { ...letter, to, usefulUntil };
}
