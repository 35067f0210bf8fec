import { eq } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { conflict, forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { registrations } from "../tables.ts";
import { findAccountByEmail, insertAccount } from "./accounts.ts";
import { judgeHandle, obstacleSentences } from "./handle.ts";
import { claimHandle, releaseHandlesOf } from "./handles.ts";
import { type Addressee, endLinks, findLink, insertLink, isOverMailLimit, redeemLink } from "./mailed-links.ts";
import { alreadyRegisteredMail } from "./mails/already-registered.ts";
import { verifyAddressMail } from "./mails/verify-address.ts";
import type { IdentityParts } from "./parts.ts";
import { refusePassword } from "./password-policy.ts";
import { splitName } from "./person-name.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { foundWorkspace } from "./workspaces.ts";

export interface Registration {
  /** Normalised. */
  readonly email: string;
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly workspaceName: string;
  /** Normalised. */
  readonly workspaceHandle: string;
  /** IANA name; left out: the default of workspaces. */
  readonly timeZone?: string | undefined;
}

/** What is answered where nobody may register. */
export const registrationNotOpen = () => forbidden("Registration is not open here.");

/** A handle is held a little longer than its link is valid, so that it cannot be taken in the last moment. */
const spare = 3_600_000;

/**
 * Takes a registration: holds the handle and mails a link that completes it. For an address that has an account
 * everything happens in the same way, except that the mail says so. Past the hourly share of mails nothing happens.
 * @param transaction one that ends with this; a refusal undoes it
 * @returns an id that says nothing
 * @throws Refusal 400 when the handle cannot be had; 403 where registration is not open
 */
export async function register(
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
    ? alreadyRegisteredMail({ to: email, name: account.firstName, publicOrigin })
    : verifyAddressMail({ to: email, url: `${publicOrigin}/verify/${link.token}`, usefulUntil: link.expiresAt });
  await mailer.send(mail, { within: transaction });
  return link.id;
}

export interface Verification {
  readonly token: string;
  readonly password: string;
}

/**
 * Completes a registration: account, workspace and its owner come to exist, and the person is signed in.
 * @throws Refusal 404 for a link that is unknown, used or expired; 400 for a password that is refused; 403 where
 *   registration is not open
 */
export async function verify(
  database: Queries,
  { hasher, registration }: IdentityParts,
  { token, password }: Verification,
  now: Date,
): Promise<OpenedSession> {
  // Also for links that were mailed before registration was closed.
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
  // The account before the link: of two links for one address, each would otherwise wait for the other.
  const accountId = await insertAccount(transaction, account, now);
  if (accountId === null || !(await redeemLink(transaction, "registration", id, now))) throw notFound();
  const wanted = { name, handle, timeZone: timeZone ?? undefined, ownerId: accountId, heldFor: email };
  const workspaceId = await foundWorkspace(transaction, wanted, now);
  if (workspaceId === null) throw conflict("handle_taken", obstacleSentences.taken);
  await endLinks(transaction, "registration", { kind: "account", email }, now);
  await releaseHandlesOf(transaction, email);
  return openSession(transaction, { kind: "account", accountId }, now);
}
