import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute, notFound, unauthenticated } from "../engine/refusal.ts";
import { recordAccess, recordSignIn } from "./access-events.ts";
import { type Account, findAccount, findAccountByEmail, lockAccount, setPasswordHash } from "./accounts.ts";
import { email, secret } from "./inputs.ts";
import { type Addressee, endLinks, findLink, insertLink, isOverMailLimit, redeemLink } from "./mailed-links.ts";
import { type IdentityParts, tryWithin } from "./parts.ts";
import { refusePassword } from "./password-policy.ts";
import { answerBegun, sessionType } from "./session-type.ts";
import { isLive, revokeSessionsOf } from "./sessions.ts";
import { forgetBrowsers } from "./trusted-browsers.ts";
import { type BegunSignIn, beginSignIn } from "./waiting-sign-ins.ts";

/**
 * Mails a link that sets a new password; earlier links stay good until one is used. For an unknown address nothing is mailed, with
 * the same work. @returns an id that reveals nothing
 */
async function mailPasswordReset(
  transaction: Queries,
  { mailer, publicOrigin }: IdentityParts,
  email: string,
  now: Date,
): Promise<string> {
  const addressee: Addressee = { kind: "account", email };
  if (await isOverMailLimit(transaction, "password_reset", addressee, now)) return crypto.randomUUID();
  const link = await insertLink(transaction, { purpose: "password_reset", addressee }, now);
  const account = await findAccountByEmail(transaction, email);
  const letter = resetPasswordLetter(account?.firstName ?? "", `${publicOrigin}/password/${link.token}`);
  const mail = { ...letter, to: email, usefulUntil: link.expiresAt };
  await mailer.send(mail, { within: transaction, withheld: account === null });
  return link.id;
}

/**
 * Sets the password by a mailed link, ends the account's sessions and sign-in links, and signs in.
 * @throws Refusal 404 for a link that is unknown, used or expired; 400 for a refused password
 */
async function resetPassword(
  database: Queries,
  parts: IdentityParts,
  { token, password }: { readonly token: string; readonly password: string },
  now: Date,
): Promise<BegunSignIn> {
  const link = await findLink(database, "password_reset", token, now);
  const account = link && (await findAccountByEmail(database, link.email));
  if (!account) throw notFound();
  const passwordHash = await judgeAndHash(parts, "password", password, account);
  return database.transaction(async (transaction) => {
    await lockAccount(transaction, account.id, "update");
    if (!(await redeemLink(transaction, "password_reset", link.id, now))) throw notFound();
    await replacePassword(transaction, parts, account, passwordHash, now, null);
    return beginSignIn(transaction, account.id, now);
  });
}

interface PasswordChange {
  readonly accountId: string;
  readonly sessionId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the password of a signed-in account and ends its other sessions.
 * @throws Refusal 400 for a wrong or a refused password; 401 when it was replaced meanwhile
 */
async function changePassword(
  database: Queries,
  parts: IdentityParts,
  change: PasswordChange,
  now: Date,
): Promise<void> {
  const { accountId, sessionId, currentPassword, newPassword } = change;
  const account = await findAccount(database, accountId);
  if (!account) throw notFound();
  const isRight = await parts.hasher.verify(account.passwordHash, currentPassword);
  if (!isRight) throw invalidAttribute("current_password", "That isn't your current password.");
  const passwordHash = await judgeAndHash(parts, "new_password", newPassword, account);
  await database.transaction(async (transaction) => {
    const present = await lockAccount(transaction, account.id, "update");
    // A reset meanwhile has ended this session.
    const isAsItWas = present?.passwordHash === account.passwordHash;
    if (!isAsItWas || !(await isLive(transaction, sessionId, now))) throw unauthenticated();
    await replacePassword(transaction, parts, account, passwordHash, now, sessionId);
  });
}

async function judgeAndHash(
  { hasher }: IdentityParts,
  attribute: string,
  password: string,
  { email, firstName, lastName }: Account,
): Promise<string> {
  const flaw = await refusePassword(password, { email, names: [firstName, lastName] });
  if (flaw !== null) throw invalidAttribute(attribute, flaw);
  return hasher.hash(password);
}

/** Replaces the password of a locked account, ends its sessions and links, and tells its owner. @param stayingSession not ended */
export async function replacePassword(
  transaction: Queries,
  { mailer, publicOrigin }: IdentityParts,
  account: Account,
  passwordHash: string,
  now: Date,
  stayingSession: string | null,
): Promise<void> {
  const { id, email } = account;
  await setPasswordHash(transaction, id, passwordHash, now);
  await revokeSessionsOf(transaction, id, now, stayingSession);
  await forgetBrowsers(transaction, id);
  await endLinks(transaction, "password_reset", { kind: "account", email }, now);
  await endLinks(transaction, "sign_in", { kind: "account", email }, now);
  await mailer.send(passwordChangedMail(account, publicOrigin), { within: transaction });
}

function passwordChangedMail({ email: to, firstName: name }: Account, publicOrigin: string): Mail {
  const letter = renderEmail({
    subject: "Your Latchkey password was changed",
    name,
    opening: [
      "Your password was just changed, and you were signed out on your other devices.",
      "If this was you, there's nothing to do.",
    ],
    link: { label: "This wasn't me: choose a new password", url: `${publicOrigin}/password/forgotten` },
  });
  return { ...letter, to };
}

function resetPasswordLetter(name: string, url: string) {
  return renderEmail({
    subject: "Choose a new Latchkey password",
    name,
    opening: ["Here is the link you requested. It works once, within 60 minutes."],
    link: { label: "Choose a new password", url },
    closing: ["If you didn't request it, ignore this email. Your password stays the same."],
  });
}

const passwordResetType = recordType("password_reset", z.object({}));
const passwordChangeType = recordType("password_change", z.object({}));

/** The routes of passwords. */
export function passwordRoutes(parts: IdentityParts): Route[] {
  const forget = action({
    method: "POST",
    path: "/password_resets",
    summary: "Mail a link that sets a new password; the answer is the same for every address",
    access: "anyone",
    input: { type: "password_reset", attributes: z.object({ email }) },
    answers: { status: 201, of: passwordResetType },
    async run({ database, attributes, now }) {
      const id = await mailPasswordReset(database, parts, attributes.email, now);
      return created(passwordResetType, { id, attributes: {} });
    },
  });

  const reset = action({
    method: "POST",
    path: "/passwords",
    summary: "Set a new password by the mailed link; ends every session and signs in",
    access: "anyone",
    input: { type: "password", attributes: z.object({ token: secret, password: secret }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const opened = await resetPassword(database, parts, attributes, now);
      await recordAccess(database, "password_changed", { accountId: opened.accountId }, request, now);
      return answerBegun(await recordSignIn(database, request, opened, now));
    },
  });

  const change = action({
    method: "POST",
    path: "/password_changes",
    summary: "Change the current user's password; ends their other sessions",
    access: "account",
    input: { type: "password_change", attributes: z.object({ currentPassword: secret, newPassword: secret }) },
    answers: { status: 201, of: passwordChangeType },
    transaction: "own",
    async run({ request, database, currentUser, attributes, now }) {
      const { accountId, sessionId } = currentUser;
      await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        changePassword(database, parts, { accountId, sessionId, ...attributes }, now),
      );
      await recordAccess(database, "password_changed", { accountId }, request, now);
      return created(passwordChangeType, { id: crypto.randomUUID(), attributes: {} });
    },
  });

  return [forget, reset, change];
}
