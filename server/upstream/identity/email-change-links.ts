/** What the links in emails about another address of an account do. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { isDuplicate } from "../../database/fault.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, gone, notFound } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
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
import { type Account, findAccountByEmail, lockAccount, recordOfMember } from "./accounts.ts";
import { changeLife, insertLink } from "./email-changes.ts";
import { endLinks } from "./mailed-links.ts";
import { emailChangedMail } from "./mails/email-change.ts";
import type { IdentityParts } from "./parts.ts";
import { revokeSessionsOf } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

/**
 * - open: the link's button does something
 * - confirmed: this address has confirmed it, the other one has not
 * - changed, stopped: it is done
 * - expired: it was not confirmed in time, or can no longer be undone
 */
type LinkState = "open" | "confirmed" | "changed" | "stopped" | "expired";

export interface FoundLink {
  readonly purpose: EmailChangePurpose;
  readonly state: LinkState;
  readonly change: EmailChange;
}

/** What a link leads to; looking changes nothing. @throws Refusal 404 for an unknown one */
export async function findChangeLink(queries: Queries, token: string, now: Date): Promise<FoundLink> {
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

/** A link that is still of use, with its account held: changes of one account come one after the other. */
async function holdLink(transaction: Queries, token: string, now: Date) {
  const { change } = await findChangeLink(transaction, token, now);
  const account = await lockAccount(transaction, change.accountId, "update");
  if (!account) throw notFound();
  // As it is now that nobody else changes it.
  return { account, ...(await findChangeLink(transaction, token, now)) };
}

/** The link that a request uses. */
interface UsedLink {
  readonly token: string;
  readonly request: Request;
}

const inUse = () => conflict("email_taken", "This address has another account by now. Nothing was changed.");

/**
 * Confirms a change at one of its addresses; with the second confirmation the account has the new address. Twice is once.
 * @returns what the link leads to then
 * @throws Refusal 404 for an unknown link, 410 for one that is too late, 409 where the new address has an account by now
 */
export async function confirmEmailChange(
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

/** Gives an account its new address. */
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
  const mail = emailChangedMail({ to: account.email, name: account.firstName, newEmail, stopUrl });
  await mailer.send(mail, { within: transaction });
}

/** Sign-in links to the former address end, and invitations that were sent there are for the same person at the new one. */
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
  // A workspace that has invited the new address as well has a row for it already.
  await transaction.execute(sql`
    update ${colleagueInvitations} set email = ${newEmail} where email = ${email} and accepted_at is null and revoked_at is null
      and not exists (select from upstream.colleague_invitations other
        where other.workspace_id = colleague_invitations.workspace_id and other.email = ${newEmail})`);
  await recordOfMember(transaction, id, "email_changed", [{ field: "email", before: email, after: newEmail }]);
}

export interface Stopped {
  readonly accountId: string;
  /** Whether the account has the old address: it does not where that has another account by now. */
  readonly isRestored: boolean;
}

/**
 * Stops a change or, for 7 days, undoes it. Ends every session of the account. Twice is once.
 * @throws Refusal 404 for an unknown link, 410 for one that is too late
 */
export async function stopEmailChange(database: Queries, { token, request }: UsedLink, now: Date): Promise<Stopped> {
  return database.transaction(async (transaction) => {
    const { account, purpose, state, change } = await holdLink(transaction, token, now);
    if (purpose !== "stop") throw notFound();
    if (state === "expired") throw gone("link_ended", "This can no longer be undone.");
    const { oldEmail } = change;
    if (state === "open") {
      await transaction.update(emailChanges).set({ stoppedAt: now }).where(eq(emailChanges.id, change.id));
      const isTaken = account.email !== oldEmail && (await findAccountByEmail(transaction, oldEmail)) !== null;
      // Whatever changed since: who holds the old address has it back.
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
