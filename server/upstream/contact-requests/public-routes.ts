import { sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { email, name } from "../clients/inputs.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { phoneNumber, textOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute, notFound, tooManyRequests } from "../engine/refusal.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import { mintToken } from "../identity/tokens.ts";
import { isAtHandle } from "../landing/landing-routes.ts";
import { contactRequests, type Language, languages, portalSettings, requestKinds, workspaces } from "../tables.ts";
import { filingQueue } from "./filing.ts";

interface PublicRequestParts {
  readonly mailer: Mailer;
  readonly publicOrigin: string;
}

const receiptType = recordType("contact_request_receipt", z.object({}));

/** In a day, unconfirmed registrations included; others wait to be looked through. */
const mostFiled = 200;

/** Of one network in a day; the app counts it. */
const mostOfNetwork = 20;

/** Each so many waiting requests take one from every network's share, so that the busiest are refused first. */
const heldPerStep = 20;

/** To one address in a day, from all workspaces. */
const mostMails = 5;

const days = 7;

const given = z.object({
  id: z.uuid(),
  handle: z.string().max(200),
  kind: z.enum(requestKinds),
  name,
  email,
  phoneNumber: phoneNumber.optional(),
  message: textOf("Message", 4000).optional(),
  language: z.enum(languages).default("en"),
  sentBefore: z
    .int()
    .min(0)
    .default(0)
    .describe(
      "How many requests its sender's network has sent to this workspace within a day, as the app in front counts them",
    ),
});
type Given = z.output<typeof given>;

/** The answer does not tell whether an address is known. */
export function publicRequestRoute(parts: PublicRequestParts): Route {
  return action({
    method: "POST",
    path: "/portal/contact_requests",
    summary: "Send a first message to a workspace, or register; the same id is the same request",
    access: "anyone",
    input: { type: "contact_request", attributes: given },
    answers: { status: 201, of: receiptType },
    async run({ database, attributes, afterCommit, now }) {
      const { id, kind, message = "" } = attributes;
      if (kind === "message" && message === "") throw invalidAttribute("message", "Write a message.");
      const workspace = await findWorkspace(database, attributes, now);
      const isHeld = await weigh(database, workspace.id, attributes, now);
      if (kind === "message") {
        const isNew = await insertRequest(database, workspace.id, attributes, { message, isHeld });
        if (isNew && !isHeld) await afterCommit(filingQueue, id);
      } else await register(database, parts, workspace, { attributes, isHeld, now });
      return created(receiptType, { id, attributes: {} });
    },
  });
}

async function findWorkspace(database: Queries, { handle, kind }: Given, now: Date) {
  const [workspace] = await database
    .select({
      id: workspaces.id,
      name: workspaces.name,
      contact: contactOfWorkspace,
      takesRegistrations: portalSettings.takesRegistrations,
    })
    .from(workspaces)
    .innerJoin(portalSettings, sql`${portalSettings.id} = ${workspaces.id}`)
    .where(isAtHandle(handle, now));
  if (workspace === undefined || (kind === "registration" && !workspace.takesRegistrations)) throw notFound();
  return workspace;
}

/**
 * Whether a request is held. In order for each workspace, so that the limit holds. @throws Refusal 429 for a busy network while
 * others wait; never for a repeated request
 */
async function weigh(database: Queries, workspaceId: string, { id, sentBefore }: Given, now: Date): Promise<boolean> {
  await database.execute(sql`select from ${portalSettings} where ${portalSettings.id} = ${workspaceId} for update`);
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const { rows } = await database.execute(sql`
    select count(*) filter (where ${contactRequests.insertedAt} > ${dayAgo})::integer as taken,
      count(*) filter (where ${contactRequests.isHeld} and (${contactRequests.insertedAt} > ${dayAgo} or ${isComplete}))::integer as held,
      coalesce(bool_or(${contactRequests.id} = ${id}), false) as is_known
    from ${contactRequests} where ${contactRequests.workspaceId} = ${workspaceId}
      and (${contactRequests.insertedAt} > ${dayAgo} or ${contactRequests.isHeld})`);
  const [{ taken, held, is_known: isKnown }] = z.tuple([counts]).parse(rows);
  const share = Math.max(1, mostOfNetwork - Math.floor(held / heldPerStep));
  if (held > 0 && sentBefore >= share && !isKnown)
    throw tooManyRequests("This page takes no more requests from you now. Try again later.", 3600);
  return taken >= mostFiled;
}

/** Unconfirmed held registrations do not count after a day. */
const isComplete = sql`(${contactRequests.kind} = 'message' or ${contactRequests.confirmedAt} is not null)`;
const counts = z.object({ taken: z.number(), held: z.number(), is_known: z.boolean() });

type Further = Partial<Pick<typeof contactRequests.$inferInsert, "message" | "tokenHash" | "expiresAt" | "isHeld">>;

/** @returns false for a repeated request */
async function insertRequest(
  database: Queries,
  workspaceId: string,
  { id, kind, name, email, phoneNumber = null }: Given,
  further: Further,
): Promise<boolean> {
  const contact = { id, workspaceId, kind, name, email, emailKey: emailKeyOf(email), phoneNumber };
  const { rowCount } = await database
    .insert(contactRequests)
    .values({ ...contact, ...further })
    .onConflictDoNothing({ target: contactRequests.id });
  return rowCount === 1;
}

async function register(
  database: Queries,
  { mailer, publicOrigin }: PublicRequestParts,
  workspace: { readonly id: string; readonly name: string; readonly contact: EmailContact },
  { attributes, isHeld, now }: { readonly attributes: Given; readonly isHeld: boolean; readonly now: Date },
): Promise<void> {
  const { token, hash } = mintToken();
  const usefulUntil = new Date(now.getTime() + days * 86_400_000);
  // Unconfirmed addresses are not kept.
  await database.delete(contactRequests).where(sql`${contactRequests.workspaceId} = ${workspace.id}
    and ${contactRequests.confirmedAt} is null and ${contactRequests.expiresAt} < ${now.toISOString()}`);
  const sent = { tokenHash: hash, expiresAt: usefulUntil.toISOString(), isHeld };
  if (!(await insertRequest(database, workspace.id, attributes, sent))) return;
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const mails = await database.$count(
    contactRequests,
    sql`${contactRequests.emailKey} = ${emailKeyOf(attributes.email)} and ${contactRequests.kind} = 'registration'
      and ${contactRequests.insertedAt} > ${dayAgo}`,
  );
  const url = `${publicOrigin}/client-portal/registrations/${token}`;
  const { language } = attributes;
  const mail = registrationMail({
    to: attributes.email,
    workspaceName: workspace.name,
    contact: workspace.contact,
    url,
    days,
    usefulUntil,
    language,
  });
  await mailer.send(mail, { within: database, withheld: mails > mostMails });
}

interface RegistrationMail {
  readonly to: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly url: string;
  readonly days: number;
  readonly usefulUntil: Date;
  readonly language: Language;
}

type Words = (mail: RegistrationMail) => Record<"subject" | "opening" | "label" | "closing", string>;

const words: Readonly<Record<Language, Words>> = {
  en: ({ workspaceName, days }) => ({
    subject: `Confirm your email address for ${workspaceName}`,
    opening: `You asked to register at ${workspaceName}. Open the link and press the button to confirm that this is your address. The link works for ${days} days.`,
    label: "Confirm my address",
    closing: "If you didn't ask for this, ignore this email. Nothing happens then.",
  }),
  es: ({ workspaceName, days }) => ({
    subject: `Confirme su correo para ${workspaceName}`,
    opening: `Usted pidió registrarse en ${workspaceName}. Abra el enlace y pulse el botón para confirmar que esta dirección es suya. El enlace funciona durante ${days} días.`,
    label: "Confirmar mi dirección",
    closing: "Si usted no lo pidió, ignore este correo. No pasará nada.",
  }),
};

/** It repeats nothing else that was typed. */
function registrationMail(mail: RegistrationMail): Mail {
  const { to, url, language, workspaceName: sender, contact, usefulUntil } = mail;
  const { subject, opening, label, closing } = words[language](mail);
  const about = { language, sender, contact, subject, name: "" };
  const parts = { ...about, opening: [opening], link: { label, url }, closing: [closing] };
  return { ...renderEmail(parts), to, usefulUntil };
}
