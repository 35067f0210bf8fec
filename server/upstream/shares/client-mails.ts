/** Mails about properties that are shared with clients. */
import { sql } from "drizzle-orm";
import { greetingOf } from "../../../spelling/greeting.ts";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Vault } from "../../vault.ts";
import { fullName } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { greetedAs } from "../identity/greeted-as.ts";
import { insertLink } from "../identity/mailed-links.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { mintToken } from "../identity/tokens.ts";
import { subscriberToken } from "../notifications/mail-choices.ts";
import { type Invited, mailInvitation, type PortalMailParts, portalInvitation } from "../portal/invitation.ts";
import { goingOn, pageOfPortal } from "../portal/portal-paths.ts";
import {
  accounts,
  clientMailChoices,
  type Language,
  portalAccess,
  portalInvitations,
  portalPeople,
  shareTokens,
  workspaces,
} from "../tables.ts";
import { days } from "./client-link.ts";

interface MailedProperty {
  readonly link: string;
  readonly packageId: string;
  readonly address: string;
}

/** Somebody to mail about at least one property. */
export interface Recipient extends Invited {
  readonly properties: readonly MailedProperty[];
}

export interface ShareMailParts extends PortalMailParts {
  /** Seals links to the choices of mails. */
  readonly vault: Vault;
}

/** Of a link into the portal. */
const portalDays = 7;

/**
 * Mails everybody once. Portal users get a link that signs in and leads to each property; others an invitation, if wanted, or the
 * link's own page. Nobody who was revoked is invited again, and nobody who wants no mails is mailed. @throws Refusal 400 `mail_limit`
 */
export async function mailRecipients(
  { database, currentUser }: { readonly database: Queries; readonly currentUser: Member },
  parts: ShareMailParts,
  recipients: readonly Recipient[],
  { note, invites }: { readonly note: string; readonly invites: boolean },
  now: Date,
): Promise<void> {
  const sender = await findSender(database, currentUser);
  const known = await findKnown(database, currentUser, recipients);
  const mails: Mail[] = [];
  const tokens: (typeof shareTokens.$inferInsert)[] = [];
  for (const recipient of recipients) {
    const { clientId, name, email, emailKey, properties } = recipient;
    const person = known.get(keyOf(recipient));
    if (person?.wants_none) continue;
    // Links that nobody is told, since the day's mails are counted by them.
    const ownLinks = properties.map(({ link, address }, place) => {
      const { token, hash } = mintToken();
      const counted = place === 0 ? emailKey : null;
      tokens.push({
        tokenHash: hash,
        shareLinkId: link,
        workspaceId: currentUser.workspaceId,
        emailKey: counted,
        addressee: emailKey,
      });
      return { address, url: `${parts.publicOrigin}/shared/${token}` };
    });
    const inPortal = (url: string) =>
      properties.map(({ packageId, address }) => ({
        address,
        url: goingOn(url, pageOfPortal(`/properties/${packageId}`, clientId)),
      }));
    const subscriber = { kind: "client", workspaceId: currentUser.workspaceId, name: emailKey } as const;
    const words = {
      note,
      ...sender,
      to: email,
      name: greetingOf(name, person?.greeted_as, person?.language ?? "en"),
      language: person?.language ?? "en",
      choicesUrl: `${parts.publicOrigin}/client-portal/mails/${subscriberToken(parts.vault, subscriber)}`,
    };
    const about = { workspaceId: currentUser.workspaceId, clientId };
    const write = (way: Pick<SharedPropertyMail, "properties" | "leadsTo" | "days">) => ({
      ...sharedPropertyMail({ ...words, ...way }),
      about,
    });
    if (person?.has_access) {
      const addressee = { kind: "client", email: emailKey } as const;
      const { token: signIn } = await insertLink(database, { purpose: "shared_property", addressee }, now);
      const url = `${parts.publicOrigin}/client-portal/sign-in/${signIn}`;
      mails.push(write({ properties: inPortal(url), leadsTo: "portal", days: portalDays }));
    } else if (invites && !person?.was_invited) {
      const invited = { clientId, name, email, emailKey };
      const id = await mailInvitation(database, parts, currentUser, invited, now, ({ url, days: useful }) =>
        write({ properties: inPortal(url), leadsTo: "invitation", days: useful }),
      );
      const changes = [{ field: "email", before: null, after: email }];
      await recordEvent({ database, currentUser }, portalInvitation, "sent", id, changes);
    } else {
      mails.push(write({ properties: ownLinks, leadsTo: "link", days }));
    }
  }
  if (tokens.length > 0) await database.insert(shareTokens).values(tokens);
  await parts.mailer.sendAll(mails, database);
}

async function findSender(database: Queries, { accountId, workspaceId }: Member) {
  const [row] = await database
    .select({ workspaceName: workspaces.name, contact: contactOfWorkspace, name: fullName, email: accounts.email })
    .from(accounts)
    .innerJoin(workspaces, sql`${workspaces.id} = ${workspaceId}`)
    .where(sql`${accounts.id} = ${accountId}`);
  if (!row) throw new Error("The sender is not there.");
  const { workspaceName, contact, ...agent } = row;
  return { workspaceName, contact, agent };
}

interface KnownRow extends Record<string, unknown> {
  readonly client_id: string;
  readonly email: string;
  readonly greeted_as: string | null;
  readonly language: Language | null;
  readonly was_invited: boolean;
  readonly has_access: boolean;
  readonly wants_none: boolean;
}

const keyOf = ({ clientId, emailKey }: Pick<Invited, "clientId" | "emailKey">) => `${clientId} ${emailKey}`;

/** The recipients' language and choices of mails, and whether they may enter the portal. */
async function findKnown(
  database: Queries,
  { workspaceId }: Member,
  recipients: readonly Recipient[],
): Promise<Map<string, KnownRow>> {
  const clientIds = recipients.map(({ clientId }) => clientId);
  const emails = recipients.map(({ emailKey }) => emailKey);
  const { rows } = await database.execute<KnownRow>(sql`
    select wanted.client_id, wanted.email, ${greetedAs(sql`wanted.client_id`, sql`wanted.email`)} as greeted_as,
      ${readerLanguage(sql`wanted.client_id`)} as language,
      ${portalInvitations.id} is not null as was_invited,
      ${portalAccess.invitationId} is not null as has_access, coalesce(choice.choice = 'none', false) as wants_none
    from unnest(${sql.param(clientIds)}::uuid[], ${sql.param(emails)}::text[]) as wanted (client_id, email)
    left join ${portalPeople} on ${portalPeople.email} = wanted.email
    left join ${portalInvitations} on ${portalInvitations.clientId} = wanted.client_id
      and ${portalInvitations.emailKey} = wanted.email
    left join ${portalAccess} on ${portalAccess.invitationId} = ${portalInvitations.id}
    left join ${clientMailChoices} as choice on choice.email_key = wanted.email and choice.workspace_id = ${workspaceId}`);
  return new Map(rows.map((row) => [keyOf({ clientId: row.client_id, emailKey: row.email }), row]));
}

interface SharedPropertyMail {
  readonly to: string;
  readonly name: string;
  readonly language: Language;
  readonly agent: { readonly name: string; readonly email: string };
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly properties: readonly { readonly address: string; readonly url: string }[];
  readonly note: string;
  /** The portal's page, an invitation, or a page for this property alone. */
  readonly leadsTo: "portal" | "invitation" | "link";
  readonly days: number;
  readonly choicesUrl: string;
}

interface Said {
  readonly subject: string;
  readonly shared: string;
  readonly about: Readonly<Record<SharedPropertyMail["leadsTo"], string>>;
}

interface Words {
  readonly one: (mail: SharedPropertyMail, address: string) => Said;
  readonly several: (mail: SharedPropertyMail) => Said;
  readonly writes: (agent: string) => string;
  readonly label: string;
  readonly questions: (agent: SharedPropertyMail["agent"]) => string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    one: ({ agent, workspaceName, days }, address) => ({
      subject: `${address}: a property for you`,
      shared: `${agent.name} of ${workspaceName} has shared a property with you: ${address}.`,
      about: {
        portal: `The link signs you in to your home search. It is just for you and works once, within ${days} days. After that the same link sends you a fresh one.`,
        invitation: `The link opens a page for your home search, where you find this property and what comes next. You need no password. The link is just for you and works for ${days} days.`,
        link: `This link is just for you and works for ${days} days. Anyone you forward it to will see the same page.`,
      },
    }),
    several: ({ agent, workspaceName, days, properties: { length } }) => ({
      subject: `${length} properties for you`,
      shared: `${agent.name} of ${workspaceName} has shared ${length} properties with you.`,
      about: {
        portal: `The first link you open signs you in to your home search, once and within ${days} days; the others then open there. They are just for you. After that the same links send you a fresh one.`,
        invitation: `Each link opens a page for your home search, where you find these properties and what comes next. You need no password. The links are just for you and work for ${days} days.`,
        link: `These links are just for you and work for ${days} days. Anyone you forward them to will see the same pages.`,
      },
    }),
    writes: (agent) => `${agent} writes:`,
    label: "See the property",
    questions: ({ name, email }) => `Questions? Write to ${name}: ${email}`,
  },
  es: {
    one: ({ agent, workspaceName, days }, address) => ({
      subject: `${address}: una propiedad para usted`,
      shared: `${agent.name}, de ${workspaceName}, ha compartido una propiedad con usted: ${address}.`,
      about: {
        portal: `El enlace le da entrada a su búsqueda de casa. Es solo para usted y funciona una vez, durante ${days} días. Después, el mismo enlace le envía uno nuevo.`,
        invitation: `El enlace abre una página para su búsqueda de casa, donde están esta propiedad y lo que viene. No necesita contraseña. El enlace es solo para usted y funciona durante ${days} días.`,
        link: `Este enlace es solo para usted y funciona durante ${days} días. Las personas a quienes lo reenvíe verán la misma página.`,
      },
    }),
    several: ({ agent, workspaceName, days, properties: { length } }) => ({
      subject: `${length} propiedades para usted`,
      shared: `${agent.name}, de ${workspaceName}, ha compartido ${length} propiedades con usted.`,
      about: {
        portal: `El primer enlace que abra le da entrada a su búsqueda de casa, una vez y durante ${days} días; los demás se abren entonces allí. Son solo para usted. Después, los mismos enlaces le envían uno nuevo.`,
        invitation: `Cada enlace abre una página para su búsqueda de casa, donde están estas propiedades y lo que viene. No necesita contraseña. Los enlaces son solo para usted y funcionan durante ${days} días.`,
        link: `Estos enlaces son solo para usted y funcionan durante ${days} días. Las personas a quienes los reenvíe verán las mismas páginas.`,
      },
    }),
    writes: (agent) => `${agent} escribe:`,
    label: "Ver la propiedad",
    questions: ({ name, email }) => `¿Preguntas? Escriba a ${name}: ${email}`,
  },
};

function sharedPropertyMail(mail: SharedPropertyMail): Mail {
  const { to, name, language, agent, workspaceName: sender, contact, note, properties, leadsTo, choicesUrl } = mail;
  const { one, several, writes, label, questions } = words[language];
  const [first, ...more] = properties;
  const isOne = first !== undefined && more.length === 0;
  const { subject, shared, about } = isOne ? one(mail, first.address) : several(mail);
  const lines = note.split(/\n+/).filter((line) => line.trim() !== "");
  const letter = renderEmail({
    language,
    sender,
    contact,
    subject,
    name,
    opening: [shared, ...(lines.length > 0 ? [writes(agent.name), ...lines] : [])],
    ...(isOne
      ? { link: { label, url: first.url } }
      : { sections: properties.map(({ address, url }) => ({ heading: address, lines: [], link: { label, url } })) }),
    closing: [about[leadsTo], questions(agent)],
    choicesUrl,
  });
  return { ...letter, to, unsubscribeUrl: choicesUrl };
}
