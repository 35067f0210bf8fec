/** Changes of an account's address, which both addresses confirm. */
import { and, count, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { isDuplicate } from "../../database/fault.ts";
import { renderEmail } from "../../mail/email-template.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, gone, invalidAttribute, notFound, tooManyRequests } from "../engine/refusal.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import {
  accounts,
  colleagueInvitations,
  type EmailChange,
  type EmailChangePurpose,
  emailChangeLinks,
  emailChanges,
  mailedLinks,
} from "../tables.ts";
import { recordAccess } from "./access-events.ts";
import { type Account, findAccount, findAccountByEmail, lockAccount, recordOfMember } from "./accounts.ts";
import { email, secret } from "./inputs.ts";
import { endLinks } from "./mailed-links.ts";
import { type IdentityParts, tryWithin } from "./parts.ts";
import { revokeSessionsOf } from "./sessions.ts";
import { hashToken, mintToken } from "./tokens.ts";

const hour = 3_600_000;

/** In milliseconds; for as long a change can be undone. */
const changeLife = 7 * 24 * hour;

/** Mails about changes to one address within an hour. */
const mailsPerHour = 10;

interface WantedChange {
  readonly accountId: string;
  readonly email: string;
  /** Null for an account without one: the link to the old address is the proof. */
  readonly password: string | null;
}

/**
 * Asks both addresses to confirm a change; an earlier one is withdrawn. An address that has an account is told so, without a
 * link. @throws Refusal 400 for a wrong password and for the present address; 429 past the hour's limit of mails
 */
async function requestEmailChange(
  database: Queries,
  parts: IdentityParts,
  { accountId, email, password }: WantedChange,
  now: Date,
): Promise<void> {
  const account = await findAccount(database, accountId);
  if (!account) throw notFound();
  if (account.passwordHash !== null && !(await parts.hasher.verify(account.passwordHash, password ?? "")))
    throw invalidAttribute("password", "That isn't your password.");
  if (account.email === email) throw invalidAttribute("email", "This is your email already.");
  await database.transaction(async (transaction) => {
    const held = await lockAccount(transaction, accountId, "update");
    if (!held) throw notFound();
    await withdraw(transaction, accountId, now);
    const id = await insertOne(transaction, emailChanges, {
      accountId,
      oldEmail: held.email,
      newEmail: email,
      insertedAt: now,
      expiresAt: new Date(now.getTime() + changeLife),
    });
    await mailBoth(transaction, parts, held, { id, oldEmail: held.email, newEmail: email }, now);
  });
}

/** Sends the mails of a change again to the addresses that have not confirmed it. @throws Refusal 404, 429 */
async function resendEmailChange(
  transaction: Queries,
  parts: IdentityParts,
  accountId: string,
  now: Date,
): Promise<void> {
  const account = await lockAccount(transaction, accountId, "update");
  const waiting = await findWaiting(transaction, accountId, now);
  if (!account || !waiting) throw notFound();
  await mailBoth(transaction, parts, account, waiting, now);
}

type Mailed = Pick<EmailChange, "id" | "oldEmail" | "newEmail"> &
  Partial<Pick<EmailChange, "oldConfirmedAt" | "newConfirmedAt">>;

async function mailBoth(
  transaction: Queries,
  { mailer, publicOrigin }: IdentityParts,
  { firstName: name }: Account,
  { id, oldEmail, newEmail, oldConfirmedAt = null, newConfirmedAt = null }: Mailed,
  now: Date,
): Promise<void> {
  const linkFor = (purpose: EmailChangePurpose, email: string) =>
    insertLink(transaction, publicOrigin, { changeId: id, purpose, email }, now);
  if (newConfirmedAt === null) {
    await refuseTooMany(transaction, newEmail, now);
    const url = await linkFor("confirm_new", newEmail);
    const inUse = await findAccountByEmail(transaction, newEmail);
    const letter = inUse ? addressInUseLetter(publicOrigin) : confirmNewAddressLetter(url);
    await mailer.send({ ...letter, to: newEmail }, { within: transaction });
  }
  if (oldConfirmedAt === null) {
    await refuseTooMany(transaction, oldEmail, now);
    const url = await linkFor("confirm_old", oldEmail);
    const stopUrl = await linkFor("stop", oldEmail);
    const letter = confirmOldAddressLetter(name, newEmail, { url, stopUrl });
    await mailer.send({ ...letter, to: oldEmail }, { within: transaction });
  }
}

async function refuseTooMany(queries: Queries, email: string, now: Date): Promise<void> {
  const [row] = await queries
    .select({ mails: count() })
    .from(emailChangeLinks)
    .where(
      and(
        eq(emailChangeLinks.email, email),
        gt(emailChangeLinks.insertedAt, new Date(now.getTime() - hour)),
        // The mail to an old address has two links.
        ne(emailChangeLinks.purpose, "stop"),
      ),
    );
  if ((row?.mails ?? 0) >= mailsPerHour) {
    throw tooManyRequests("Too many emails about another address. The newest ones still work.", hour / 1000);
  }
}

async function insertLink(
  transaction: Queries,
  publicOrigin: string,
  link: { readonly changeId: string; readonly purpose: EmailChangePurpose; readonly email: string },
  now: Date,
): Promise<string> {
  const { token, hash } = mintToken();
  await transaction.insert(emailChangeLinks).values({ ...link, tokenHash: hash, insertedAt: now });
  return `${publicOrigin}/verify/email/${token}`;
}

async function withdraw(queries: Queries, accountId: string, now: Date): Promise<void> {
  await queries
    .update(emailChanges)
    .set({ stoppedAt: now })
    .where(and(eq(emailChanges.accountId, accountId), isWaiting));
}

const isWaiting = and(isNull(emailChanges.changedAt), isNull(emailChanges.stoppedAt));

async function findWaiting(queries: Queries, accountId: string, now: Date): Promise<EmailChange | null> {
  const [change] = await queries
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), isWaiting, gt(emailChanges.expiresAt, now)))
    .orderBy(desc(emailChanges.insertedAt));
  return change ?? null;
}

/**
 * "open": the link does something. "confirmed": this address has confirmed, the other has not. "expired": too late to confirm,
 * or to undo.
 */
type LinkState = "open" | "confirmed" | "changed" | "stopped" | "expired";

interface FoundLink {
  readonly purpose: EmailChangePurpose;
  readonly state: LinkState;
  readonly change: EmailChange;
}

/** What a link leads to. @throws Refusal 404 for an unknown one */
async function findChangeLink(queries: Queries, token: string, now: Date): Promise<FoundLink> {
  const hash = hashToken(token);
  const [row] =
    hash === null
      ? []
      : await queries
          .select({ purpose: emailChangeLinks.purpose, change: emailChanges })
          .from(emailChangeLinks)
          .innerJoin(emailChanges, eq(emailChanges.id, emailChangeLinks.changeId))
          .where(eq(emailChangeLinks.tokenHash, hash));
  if (row === undefined) throw notFound();
  return { ...row, state: stateOf(row, now) };
}

function stateOf({ purpose, change }: Omit<FoundLink, "state">, now: Date): LinkState {
  const { changedAt, stoppedAt, expiresAt, oldConfirmedAt, newConfirmedAt } = change;
  if (stoppedAt !== null) return "stopped";
  if (changedAt !== null) {
    if (purpose !== "stop") return "changed";
    return now.getTime() < changedAt.getTime() + changeLife ? "open" : "expired";
  }
  if (expiresAt <= now) return "expired";
  if (purpose === "stop") return "open";
  return (purpose === "confirm_old" ? oldConfirmedAt : newConfirmedAt) === null ? "open" : "confirmed";
}

/** The same with its account locked, so that changes of one account come one after the other. */
async function holdLink(transaction: Queries, token: string, now: Date) {
  const { change } = await findChangeLink(transaction, token, now);
  const account = await lockAccount(transaction, change.accountId, "update");
  if (!account) throw notFound();
  return { account, ...(await findChangeLink(transaction, token, now)) };
}

interface UsedLink {
  readonly token: string;
  readonly request: Request;
}

const inUse = () => conflict("email_taken", "This address has another account by now. Nothing was changed.");

/**
 * Confirms a change at one address; with the second confirmation the account has the new address. Idempotent.
 * @throws Refusal 404 for an unknown link, 410 for an ended one, 409 where the new address has an account by now
 */
async function confirmEmailChange(
  database: Queries,
  parts: IdentityParts,
  { token, request }: UsedLink,
  now: Date,
): Promise<FoundLink> {
  try {
    return await database.transaction(async (transaction) => {
      const { account, purpose, state, change } = await holdLink(transaction, token, now);
      if (purpose === "stop") throw notFound();
      if (state === "stopped" || state === "expired") throw gone("link_ended", "This change is not wanted any more.");
      if (state === "open") {
        const side = purpose === "confirm_old" ? { oldConfirmedAt: now } : { newConfirmedAt: now };
        await transaction.update(emailChanges).set(side).where(eq(emailChanges.id, change.id));
        const confirmed = { ...change, ...side };
        if (confirmed.oldConfirmedAt !== null && confirmed.newConfirmedAt !== null)
          await give(transaction, parts, account, { change, request }, now);
      }
      return findChangeLink(transaction, token, now);
    });
  } catch (error) {
    throw isDuplicate(error, "accounts_email_key") ? inUse() : error;
  }
}

async function give(
  transaction: Queries,
  { mailer, publicOrigin }: IdentityParts,
  account: Account,
  { change: { id, newEmail }, request }: { readonly change: EmailChange; readonly request: Request },
  now: Date,
): Promise<void> {
  if (await findAccountByEmail(transaction, newEmail)) throw inUse();
  await moveTo(transaction, account, newEmail, now);
  await transaction.update(emailChanges).set({ changedAt: now }).where(eq(emailChanges.id, id));
  await recordAccess(transaction, "email_changed", { accountId: account.id }, request, now);
  const stopUrl = await insertLink(
    transaction,
    publicOrigin,
    { changeId: id, purpose: "stop", email: account.email },
    now,
  );
  const letter = emailChangedLetter(account.firstName, newEmail, stopUrl);
  await mailer.send({ ...letter, to: account.email }, { within: transaction });
}

/** Ends sign-in links to the former address, and moves open invitations to the new one. */
async function moveTo(transaction: Queries, { id, email }: Account, newEmail: string, now: Date): Promise<void> {
  await transaction
    .update(accounts)
    .set({ ...nextVersion(accounts), email: newEmail, updatedAt: now })
    .where(eq(accounts.id, id));
  const former = { kind: "account", email } as const;
  await endLinks(transaction, "sign_in", former, now);
  await endLinks(transaction, "password_reset", former, now);
  const invited = and(eq(mailedLinks.email, email), eq(mailedLinks.purpose, "invitation"), isNull(mailedLinks.usedAt));
  await transaction.update(mailedLinks).set({ email: newEmail }).where(invited);
  // A workspace may have invited the new address as well.
  await transaction.execute(sql`
    update ${colleagueInvitations} set email = ${newEmail} where email = ${email} and accepted_at is null and revoked_at is null
      and not exists (select from upstream.colleague_invitations other
        where other.workspace_id = colleague_invitations.workspace_id and other.email = ${newEmail})`);
  await recordOfMember(transaction, id, "email_changed", [{ field: "email", before: email, after: newEmail }]);
}

interface Stopped {
  readonly accountId: string;
  readonly isRestored: boolean;
}

/**
 * Stops a change, or undoes it within 7 days, and ends every session of the account. Idempotent.
 * @throws Refusal 404 for an unknown link, 410 for an ended one
 */
async function stopEmailChange(database: Queries, { token, request }: UsedLink, now: Date): Promise<Stopped> {
  return database.transaction(async (transaction) => {
    const { account, purpose, state, change } = await holdLink(transaction, token, now);
    if (purpose !== "stop") throw notFound();
    if (state === "expired") throw gone("link_ended", "This can no longer be undone.");
    const { oldEmail } = change;
    if (state === "open") {
      await transaction.update(emailChanges).set({ stoppedAt: now }).where(eq(emailChanges.id, change.id));
      const isTaken = account.email !== oldEmail && (await findAccountByEmail(transaction, oldEmail)) !== null;
      if (change.changedAt !== null && account.email !== oldEmail && !isTaken)
        await moveTo(transaction, account, oldEmail, now);
      await revokeSessionsOf(transaction, account.id, now);
      await recordAccess(transaction, "email_change_stopped", { accountId: account.id }, request, now);
    }
    const [present] = await transaction
      .select({ email: accounts.email })
      .from(accounts)
      .where(eq(accounts.id, account.id));
    return { accountId: account.id, isRestored: present?.email === oldEmail };
  });
}

const changeType = recordType(
  "email_change",
  z.object({
    email: z.string().describe("The present address"),
    has_password: z.boolean().describe("Whether asking for a change wants the password"),
    new_email: z.string().nullable().describe("Null: no change waits"),
    is_old_confirmed: z.boolean(),
    is_new_confirmed: z.boolean(),
    expires_at: z.iso.datetime().nullable(),
  }),
);

const linkType = recordType(
  "email_change_link",
  z.object({
    purpose: z.enum(["confirm_old", "confirm_new", "stop"]),
    state: z.enum(["open", "confirmed", "changed", "stopped", "expired"]),
    new_email: z.string(),
    old_email: z.string().nullable().describe("Null in links to the new address, whose owner may be somebody else"),
  }),
);

const stopType = recordType("email_change_stop", z.object({ is_restored: z.boolean() }));

const path = "/accounts/me/email_change";

async function readChange(database: Queries, accountId: string, now: Date) {
  const account = await findAccount(database, accountId);
  if (!account) throw notFound();
  const waiting = await findWaiting(database, accountId, now);
  return {
    id: accountId,
    path,
    attributes: {
      email: account.email,
      has_password: account.passwordHash !== null,
      new_email: waiting?.newEmail ?? null,
      is_old_confirmed: waiting !== null && waiting.oldConfirmedAt !== null,
      is_new_confirmed: waiting !== null && waiting.newConfirmedAt !== null,
      expires_at: waiting?.expiresAt.toISOString() ?? null,
    },
  };
}

function writeLink({ purpose, state, change: { id, newEmail, oldEmail } }: FoundLink) {
  const attributes = { purpose, state, new_email: newEmail, old_email: purpose === "confirm_new" ? null : oldEmail };
  return { id, attributes };
}

/** The routes of email changes, and of the links in mails about them. */
export function emailChangeRoutes(parts: IdentityParts): Route[] {
  const show = action({
    method: "GET",
    path,
    summary: "The current user's address, and the one that waits to be confirmed",
    access: "account",
    answers: { status: 200, of: changeType },
    run: async ({ database, currentUser, now }) =>
      found(changeType, await readChange(database, currentUser.accountId, now)),
  });

  const ask = action({
    method: "POST",
    path,
    summary:
      "Ask both addresses to confirm that the account changes to a new one; the answer is the same for every address",
    access: "account",
    input: { type: "email_change", attributes: z.object({ email, password: secret.optional() }) },
    answers: { status: 201, of: changeType },
    transaction: "own",
    async run({ request, database, currentUser: { accountId }, attributes, now }) {
      const wanted = { accountId, email: attributes.email, password: attributes.password ?? null };
      await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        requestEmailChange(database, parts, wanted, now),
      );
      return created(changeType, await readChange(database, accountId, now));
    },
  });

  const resend = action({
    method: "POST",
    path: `${path}/sending`,
    summary: "Send the emails again, to the addresses that have not confirmed the change",
    access: "account",
    answers: { status: 201, of: changeType },
    async run({ database, currentUser: { accountId }, now }) {
      await resendEmailChange(database, parts, accountId, now);
      return created(changeType, await readChange(database, accountId, now));
    },
  });

  const takeBack = action({
    method: "DELETE",
    path,
    summary: "Withdraw the change that waits",
    access: "account",
    answers: { status: 204, of: null },
    async run({ database, currentUser: { accountId }, now }) {
      await withdraw(database, accountId, now);
      return nothing;
    },
  });

  const input = { type: "email_change_link", attributes: z.object({ token: secret }) };

  const check = action({
    method: "POST",
    path: "/email_change_link_checks",
    summary: "What a link in an email about another address leads to; looking changes nothing",
    access: "anyone",
    input,
    answers: { status: 201, of: linkType },
    transaction: "own",
    run: async ({ database, attributes: { token }, now }) =>
      created(linkType, writeLink(await findChangeLink(database, token, now))),
  });

  const confirm = action({
    method: "POST",
    path: "/email_change_confirmations",
    summary: "Confirm a change at one of its addresses; with the second one the account has the new address",
    access: "anyone",
    input,
    answers: { status: 201, of: linkType },
    transaction: "own",
    run: async ({ request, database, attributes: { token }, now }) =>
      created(linkType, writeLink(await confirmEmailChange(database, parts, { token, request }, now))),
  });

  const stop = action({
    method: "POST",
    path: "/email_change_stops",
    summary: "Stop a change, or undo it within 7 days, by the link to the old address; ends every session",
    access: "anyone",
    input,
    answers: { status: 201, of: stopType },
    transaction: "own",
    async run({ request, database, attributes: { token }, now }) {
      const { accountId, isRestored } = await stopEmailChange(database, { token, request }, now);
      return created(stopType, { id: accountId, attributes: { is_restored: isRestored } });
    },
  });

  return [show, ask, resend, takeBack, check, confirm, stop];
}

/** To the old address, when a change waits for it. */
function confirmOldAddressLetter(
  name: string,
  newEmail: string,
  { url, stopUrl }: { readonly url: string; readonly stopUrl: string },
) {
  return renderEmail({
    subject: "Confirm that your Latchkey email changes",
    name,
    opening: [
      `You asked to sign in to Latchkey with ${newEmail} instead of this address.`,
      "Nothing changes until you confirm it here and at the new address. The link works for 7 days.",
    ],
    link: { label: "Confirm the change", url },
    closing: [`This was not you? Stop it, and sign out everywhere: ${stopUrl}`],
  });
}

/** To the new address, which a stranger may have typed: it says nothing of the account. */
function confirmNewAddressLetter(url: string) {
  return renderEmail({
    subject: "Confirm your new email for Latchkey",
    name: "",
    opening: [
      "Someone (hopefully you) wants to sign in to Latchkey with this address from now on.",
      "Confirm it with the link, which works for 7 days.",
    ],
    link: { label: "Confirm this address", url },
    closing: ["If this wasn't you, ignore this email and nothing changes."],
  });
}

/** To a new address that has an account: its owner may know that, whoever typed it may not. */
function addressInUseLetter(publicOrigin: string) {
  return renderEmail({
    subject: "This address already has a Latchkey account",
    name: "",
    opening: [
      "Someone (hopefully you) wants to use this address for another Latchkey account. It has an account already, so nothing changes.",
      "To use the address for the other account, change the email of this one first.",
    ],
    link: { label: "Sign in", url: `${publicOrigin}/login/` },
    closing: ["If this wasn't you, ignore this email."],
  });
}

/** To the old address once the account has the new one. */
function emailChangedLetter(name: string, newEmail: string, stopUrl: string) {
  return renderEmail({
    subject: "Your Latchkey email was changed",
    name,
    opening: [
      `You now sign in to Latchkey with ${newEmail}. Emails go there, too.`,
      "If this was you, there's nothing to do.",
    ],
    link: { label: "This was not me", url: stopUrl },
    closing: ["The link gives you this address back and signs out every device. It works for 7 days."],
  });
}
