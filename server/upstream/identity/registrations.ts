import { eq } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { timeZone } from "../engine/days.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { registrations } from "../tables.ts";
import { recordSignIn } from "./access-events.ts";
import { findAccountByEmail, insertAccount } from "./accounts.ts";
import { claimHandle, judgeHandle, obstacleSentences, releaseHandlesOf } from "./handles.ts";
import { email, handle, secret } from "./inputs.ts";
import { type Addressee, endLinks, findLink, insertLink, isOverMailLimit, redeemLink } from "./mailed-links.ts";
import type { IdentityParts } from "./parts.ts";
import { refusePassword } from "./password-policy.ts";
import { splitName } from "./person-name.ts";
import { answerOpened, sessionType } from "./session-type.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { foundWorkspace } from "./workspaces.ts";

interface Registration {
  readonly email: string;
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly workspaceName: string;
  readonly workspaceHandle: string;
  readonly timeZone?: string | undefined;
}

export const registrationNotOpen = () => forbidden("Registration is not open here.");

/** A handle is held longer than its link, so that nobody takes it in the last moment. */
const spare = 3_600_000;

/**
 * Holds the handle and mails a link that completes the registration. An address with an account gets another mail, with the same
 * work. Past the hour's limit nothing happens. @returns an id that reveals nothing
 * @throws Refusal 400 for a handle that cannot be had; 403 where registration is closed
 */
async function register(
  transaction: Queries,
  { mailer, publicOrigin, registration: mode }: IdentityParts,
  registration: Registration,
  now: Date,
): Promise<string> {
  if (mode !== "open") throw registrationNotOpen();
  const { email, name, workspaceHandle, ...rest } = registration;
  const flaw = judgeHandle(workspaceHandle);
  if (flaw) throw invalidAttribute("workspace_handle", obstacleSentences[flaw]);
  const addressee: Addressee = { kind: "account", email };
  if (await isOverMailLimit(transaction, "registration", addressee, now)) return crypto.randomUUID();
  const link = await insertLink(transaction, { purpose: "registration", addressee }, now);
  const until = new Date(link.expiresAt.getTime() + spare);
  if (!(await claimHandle(transaction, workspaceHandle, { email, until }, now))) {
    throw invalidAttribute("workspace_handle", obstacleSentences.taken);
  }
  await transaction.insert(registrations).values({ id: link.id, ...splitName(name), workspaceHandle, ...rest });
  const account = await findAccountByEmail(transaction, email);
  const mail = account
    ? alreadyRegisteredLetter(account.firstName, publicOrigin)
    : { ...verifyAddressLetter(`${publicOrigin}/verify/${link.token}`), usefulUntil: link.expiresAt };
  await mailer.send({ ...mail, to: email }, { within: transaction });
  return link.id;
}

/**
 * Completes a registration: creates account and workspace, and signs in.
 * @throws Refusal 404 for a link that is unknown, used or expired; 400 for a refused password; 403 where registration is closed
 */
async function verify(
  database: Queries,
  { hasher, registration }: IdentityParts,
  { token, password }: { readonly token: string; readonly password: string },
  now: Date,
): Promise<OpenedSession> {
  // Registration may be closed after the link was mailed.
  if (registration !== "open") throw registrationNotOpen();
  const pending = await findRegistration(database, token, now);
  if (!pending) throw notFound();
  const { email, firstName, lastName, workspaceName, workspaceHandle } = pending;
  const names = [firstName, lastName, workspaceName, workspaceHandle];
  const flaw = await refusePassword(password, { email, names });
  if (flaw !== null) throw invalidAttribute("password", flaw);
  const passwordHash = await hasher.hash(password);
  return database.transaction((transaction) => complete(transaction, pending, passwordHash, now));
}

type PendingRegistration = typeof registrations.$inferSelect & { readonly email: string };

async function findRegistration(queries: Queries, token: string, now: Date): Promise<PendingRegistration | null> {
  const link = await findLink(queries, "registration", token, now);
  if (!link) return null;
  const [row] = await queries.select().from(registrations).where(eq(registrations.id, link.id));
  return row ? { ...row, email: link.email } : null;
}

async function complete(
  transaction: Queries,
  pending: PendingRegistration,
  passwordHash: string,
  now: Date,
): Promise<OpenedSession> {
  const {
    id,
    email,
    firstName,
    lastName,
    phoneNumber,
    workspaceName: name,
    workspaceHandle: handle,
    timeZone,
  } = pending;
  const account = { email, firstName, lastName, phoneNumber, passwordHash };
  // Always the account before the link, or two links for one address would deadlock.
  const accountId = await insertAccount(transaction, account, now);
  if (accountId === null || !(await redeemLink(transaction, "registration", id, now))) throw notFound();
  const wanted = { name, handle, timeZone: timeZone ?? undefined, ownerId: accountId, heldFor: email };
  const workspaceId = await foundWorkspace(transaction, wanted, now);
  if (workspaceId === null) throw conflict("handle_taken", obstacleSentences.taken);
  await endLinks(transaction, "registration", { kind: "account", email }, now);
  await releaseHandlesOf(transaction, email);
  return openSession(transaction, { kind: "account", accountId }, now);
}

/** To an address that has an account: its owner may know that, the page does not say so. */
function alreadyRegisteredLetter(name: string, publicOrigin: string) {
  return renderEmail({
    subject: "You already have a Latchkey account",
    name,
    opening: [
      "Someone (hopefully you) signed up for Latchkey with this email. You already have an account, so nothing has changed.",
      "Sign in as usual. To create another workspace, open the menu of your current one.",
    ],
    link: { label: "Sign in", url: `${publicOrigin}/login/` },
    closing: [`Forgot your password? Choose a new one: ${publicOrigin}/password/forgotten`],
  });
}

/** A stranger may have typed the address, so the mail has nothing that was typed. */
function verifyAddressLetter(url: string) {
  return renderEmail({
    subject: "Verify your email address for Latchkey",
    name: "",
    opening: [
      "Someone (hopefully you) signed up for Latchkey with this email.",
      "Open the link to choose a password and open your workspace. The link works for 7 days.",
    ],
    link: { label: "Verify my address", url },
    closing: ["If this wasn't you, ignore this email and no account will be created."],
  });
}

const registrationType = recordType("registration", z.object({ email: z.string() }));

/** The routes of registrations. */
export function registrationRoutes(parts: IdentityParts): Route[] {
  const ask = action({
    method: "POST",
    path: "/registrations",
    summary: "Register a person and a workspace, where registration is open; the answer is the same for every address",
    access: "anyone",
    input: {
      type: "registration",
      attributes: z.object({
        name: lineOf("Name"),
        email,
        phoneNumber: lineOf("Phone number"),
        workspaceName: lineOf("Name"),
        workspaceHandle: handle,
        timeZone: timeZone.optional(),
      }),
    },
    answers: { status: 201, of: registrationType },
    async run({ database, attributes, now }) {
      const id = await register(database, parts, attributes, now);
      return created(registrationType, { id, attributes: { email: attributes.email } });
    },
  });

  const complete = action({
    method: "POST",
    path: "/verifications",
    summary: "Verify a registration's address and choose the password; signs in",
    access: "anyone",
    input: { type: "verification", attributes: z.object({ token: secret, password: secret }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    run: async ({ request, database, attributes, now }) =>
      answerOpened(await recordSignIn(database, request, await verify(database, parts, attributes, now), now)),
  });

  return [ask, complete];
}
