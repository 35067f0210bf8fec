/** Another address for an account, which both addresses have to confirm. */
import { and, count, desc, eq, gt, isNull, ne } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, notFound, tooManyRequests } from "../engine/refusal.ts";
import { insertOne } from "../engine/writing.ts";
import { type EmailChange, type EmailChangePurpose, emailChangeLinks, emailChanges } from "../tables.ts";
import { type Account, findAccount, findAccountByEmail, lockAccount } from "./accounts.ts";
import { addressInUseMail, confirmNewAddressMail, confirmOldAddressMail } from "./mails/email-change.ts";
import type { IdentityParts } from "./parts.ts";
import { mintToken } from "./tokens.ts";

const hour = 3_600_000;

/** How long a change waits for its confirmations, and how long it can be undone, in milliseconds. */
export const changeLife = 7 * 24 * hour;

/** Emails about changes that one address gets within an hour, whoever asks for them. */
const mailsPerHour = 10;

export interface WantedChange {
  readonly accountId: string;
  /** Normalised. */
  readonly email: string;
  /** Null for an account that has none: the link to the old address is the proof then. */
  readonly password: string | null;
}

/**
 * Asks both addresses to confirm a change. An earlier one that waits is withdrawn. For an address that has an account everything
 * happens in the same way, but the email there says so and has no link.
 * @throws Refusal 400 for a wrong password, and for the present address; 429 past the hourly share of emails
 */
export async function requestEmailChange(
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

/** Sends the emails of a waiting change again, to the addresses that have not confirmed it. @throws Refusal 404, 429 */
export async function resendEmailChange(
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
    const mail = inUse
      ? addressInUseMail({ to: newEmail, publicOrigin })
      : confirmNewAddressMail({ to: newEmail, url });
    await mailer.send(mail, { within: transaction });
  }
  if (oldConfirmedAt === null) {
    await refuseTooMany(transaction, oldEmail, now);
    const url = await linkFor("confirm_old", oldEmail);
    const stopUrl = await linkFor("stop", oldEmail);
    const mail = confirmOldAddressMail({ to: oldEmail, name, newEmail, url, stopUrl });
    await mailer.send(mail, { within: transaction });
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
        // The email to an old address has one more.
        ne(emailChangeLinks.purpose, "stop"),
      ),
    );
  if ((row?.mails ?? 0) >= mailsPerHour) {
    throw tooManyRequests("Too many emails about another address. The newest ones still work.", hour / 1000);
  }
}

/** Makes a link of a change. @returns its URL */
export async function insertLink(
  transaction: Queries,
  publicOrigin: string,
  link: { readonly changeId: string; readonly purpose: EmailChangePurpose; readonly email: string },
  now: Date,
): Promise<string> {
  const { token, hash } = mintToken();
  await transaction.insert(emailChangeLinks).values({ ...link, tokenHash: hash, insertedAt: now });
  return `${publicOrigin}/verify/email/${token}`;
}

/** Withdraws the change that waits, if there is one. */
export async function withdraw(queries: Queries, accountId: string, now: Date): Promise<void> {
  await queries
    .update(emailChanges)
    .set({ stoppedAt: now })
    .where(and(eq(emailChanges.accountId, accountId), isWaiting));
}

const isWaiting = and(isNull(emailChanges.changedAt), isNull(emailChanges.stoppedAt));

/** The change of an account that waits for its confirmations; null for none. */
export async function findWaiting(queries: Queries, accountId: string, now: Date): Promise<EmailChange | null> {
  const [change] = await queries
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), isWaiting, gt(emailChanges.expiresAt, now)))
    .orderBy(desc(emailChanges.insertedAt));
  return change ?? null;
}
