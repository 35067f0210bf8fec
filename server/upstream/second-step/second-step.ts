import { and, eq, gt } from "drizzle-orm";
import { renderEmail } from "../../mail/email-template.ts";
import type { Vault } from "../../vault.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, invalidAttribute, notFound, unauthenticated } from "../engine/refusal.ts";
import { type Account, lockAccount, memberHistory } from "../identity/accounts.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { isLive, revokeSessionsOf } from "../identity/sessions.ts";
import { forgetBrowsers } from "../identity/trusted-browsers.ts";
import { memberships, secondStepSetups, secondSteps } from "../tables.ts";
import { type CheckedCode, clockSentence, judgeCode, mintSecret, replaceRecoveryCodes, secretPlace } from "./codes.ts";

/** Turning the second step on and off; unfinished setups belong to a session. */

/** In ms, to confirm a secret or keep recovery codes. */
const setupLife = 30 * 60_000;

export interface OwnSession {
  readonly accountId: string;
  readonly sessionId: string;
}

type ProvedSession = OwnSession & { readonly code: CheckedCode };

const setupPlace = (sessionId: string): string => `second step setup of ${sessionId}`;

export interface Setup {
  readonly secret: string | null;
  readonly codes: readonly string[] | null;
}

/** Starts a setup, without effect yet. @throws Refusal 409 where the second step is on */
export async function beginSetup(database: Queries, vault: Vault, own: OwnSession, now: Date): Promise<void> {
  if (await findSecondStep(database, own.accountId)) throw alreadyOn();
  await keepSetup(database, own, { sealedSecret: vault.seal(mintSecret(), setupPlace(own.sessionId)) }, now);
}

const alreadyOn = () => conflict("already_on", "Two-step sign-in is on already.");

async function keepSetup(
  database: Queries,
  { accountId, sessionId }: OwnSession,
  sealed: { readonly sealedSecret: Buffer } | { readonly sealedCodes: Buffer },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + setupLife);
  const content = { accountId, expiresAt, sealedSecret: null, sealedCodes: null, ...sealed };
  await database
    .insert(secondStepSetups)
    .values({ sessionId, ...content })
    .onConflictDoUpdate({ target: secondStepSetups.sessionId, set: content });
}

/** Null where the session has none. */
export async function findSetup(
  database: Queries,
  vault: Vault,
  { sessionId }: OwnSession,
  now: Date,
): Promise<Setup | null> {
  const [row] = await database
    .select()
    .from(secondStepSetups)
    .where(and(eq(secondStepSetups.sessionId, sessionId), gt(secondStepSetups.expiresAt, now)));
  if (row === undefined) return null;
  const open = (sealed: Buffer | null) => sealed && vault.open(sealed, setupPlace(sessionId));
  return { secret: open(row.sealedSecret), codes: open(row.sealedCodes)?.split(" ") ?? null };
}

/** Ends a session's setup. */
export async function endSetup(database: Queries, { sessionId }: OwnSession): Promise<void> {
  await database.delete(secondStepSetups).where(eq(secondStepSetups.sessionId, sessionId));
}

/**
 * Turns the second step on by the app's first code; the session sees the recovery codes, and other sessions end.
 * @throws Refusal 404 without a setup; 400 for a wrong code; 409 where it is on
 */
export async function activate(
  database: Queries,
  parts: IdentityParts,
  { typed, ...own }: OwnSession & { readonly typed: string },
  now: Date,
): Promise<void> {
  const secret = (await findSetup(database, parts.vault, own, now))?.secret;
  if (!secret) throw notFound();
  const lastPeriod = confirm(secret, typed, now);
  await database.transaction(async (transaction) => {
    const account = await holdAccount(transaction, own, now);
    const sealedSecret = parts.vault.seal(secret, secretPlace(account.id));
    const [row] = await transaction
      .insert(secondSteps)
      .values({ accountId: account.id, sealedSecret, lastPeriod, triesSince: now, enabledAt: now })
      .onConflictDoNothing()
      .returning({ accountId: secondSteps.accountId });
    if (row === undefined) throw alreadyOn();
    await makeCodes(transaction, parts, own, now);
    await revokeSessionsOf(transaction, account.id, now, own.sessionId);
    await tell(transaction, parts, account, { is: "on" });
    await recordChange(transaction, account.id, "two_step_on", account.id);
  });
}

function confirm(secret: string, typed: string, now: Date): number {
  const verdict = judgeCode(secret, typed.replaceAll(/[\s-]/g, ""), now);
  if (verdict.is === "right") return verdict.period;
  const text = "That code isn't right. Scan the QR code again, and enter the newest code.";
  throw invalidAttribute("code", verdict.is === "off" ? clockSentence(verdict.seconds) : text);
}

/** Replaces the recovery codes. */
export async function renewCodes(
  database: Queries,
  parts: IdentityParts,
  own: ProvedSession,
  now: Date,
): Promise<void> {
  await redeemCode(database, own, now, async (transaction, account) => {
    await makeCodes(transaction, parts, own, now);
    await tell(transaction, parts, account, { is: "new_codes" });
  });
}

async function makeCodes(transaction: Queries, { vault }: IdentityParts, own: OwnSession, now: Date): Promise<void> {
  const codes = await replaceRecoveryCodes(transaction, own.accountId);
  await keepSetup(transaction, own, { sealedCodes: vault.seal(codes.join(" "), setupPlace(own.sessionId)) }, now);
}

/** Turns the second step off. @throws Refusal 400 for a wrong code */
export async function deactivate(
  database: Queries,
  parts: IdentityParts,
  own: ProvedSession,
  now: Date,
): Promise<void> {
  await redeemCode(database, own, now, async (transaction, account) => {
    await removeSecondStep(transaction, account.id);
    await tell(transaction, parts, account, { is: "off" });
    await recordChange(transaction, account.id, "two_step_off", account.id);
  });
}

/** Uses the code up with the change. */
async function redeemCode(
  database: Queries,
  { code, ...own }: ProvedSession,
  now: Date,
  change: (transaction: Queries, account: Account) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const account = await holdAccount(transaction, own, now);
    await code.redeem(transaction, now);
    await change(transaction, account);
  });
}

/** Turns the second step off for a member without their phone, and ends their sessions. @param by null: the operator */
export async function resetSecondStep(
  transaction: Queries,
  account: Account,
  by: { readonly name: string; readonly accountId: string | null },
  now: Date,
): Promise<void> {
  await removeSecondStep(transaction, account.id);
  await revokeSessionsOf(transaction, account.id, now);
  await recordChange(transaction, account.id, "two_step_reset", by.accountId, by.name);
}

async function removeSecondStep(transaction: Queries, accountId: string): Promise<void> {
  await forgetBrowsers(transaction, accountId);
  await transaction.delete(secondStepSetups).where(eq(secondStepSetups.accountId, accountId));
  const removed = await transaction.delete(secondSteps).where(eq(secondSteps.accountId, accountId)).returning();
  if (removed.length === 0) throw notFound();
}

/** @throws Refusal 401 for an ended session */
async function holdAccount(transaction: Queries, { accountId, sessionId }: OwnSession, now: Date): Promise<Account> {
  const account = await lockAccount(transaction, accountId, "update");
  if (account === null || !(await isLive(transaction, sessionId, now))) throw unauthenticated();
  return account;
}

/** Mails an account's owner about a change of the second step. */
export async function tell(
  transaction: Queries,
  { mailer, publicOrigin }: Pick<IdentityParts, "mailer" | "publicOrigin">,
  { email: to, firstName: name }: Account,
  change: SecondStepChange,
): Promise<void> {
  const { subject, opening } = wordsOf(change);
  const letter = renderEmail({
    subject,
    name,
    opening: [...opening, "If this was you, there's nothing to do."],
    link: { label: "This wasn't me: choose a new password", url: `${publicOrigin}/password/forgotten` },
  });
  await mailer.send({ ...letter, to }, { within: transaction });
}

async function recordChange(
  transaction: Queries,
  accountId: string,
  event: "two_step_on" | "two_step_off" | "two_step_reset",
  byAccountId: string | null,
  byName = "",
): Promise<void> {
  const of = await transaction
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(eq(memberships.accountId, accountId));
  for (const { workspaceId } of of) {
    const currentUser = { accountId: byAccountId, workspaceId, actorName: byName };
    await recordEvent({ database: transaction, currentUser }, memberHistory, event, accountId);
  }
}

export async function findSecondStep(queries: Queries, accountId: string) {
  const [row] = await queries.select().from(secondSteps).where(eq(secondSteps.accountId, accountId));
  return row ?? null;
}

type SecondStepChange =
  | { readonly is: "on" | "off" | "new_codes" }
  | { readonly is: "reset"; readonly by: string }
  | { readonly is: "code_used"; readonly left: number };

function wordsOf(change: SecondStepChange): { readonly subject: string; readonly opening: readonly string[] } {
  switch (change.is) {
    case "on":
      return {
        subject: "Two-step sign-in is on",
        opening: ["From now on, signing in to Latchkey takes a code from your authenticator app, too."],
      };
    case "off":
      return {
        subject: "Two-step sign-in is off",
        opening: ["Signing in to Latchkey no longer takes a code from your authenticator app."],
      };
    case "new_codes":
      return {
        subject: "You have new recovery codes",
        opening: ["New recovery codes were made for your Latchkey account. The earlier ones no longer work."],
      };
    case "reset":
      return {
        subject: "Your two-step sign-in was reset",
        opening: [
          `${change.by} reset the two-step sign-in of your Latchkey account, and you were signed out everywhere.`,
          "Signing in no longer takes a code. You can set two-step sign-in up again under Settings.",
        ],
      };
    case "code_used":
      return {
        subject: "A recovery code was used",
        opening: [
          `A recovery code was just used for your Latchkey account. You have ${change.left} left.`,
          "Make new ones under Settings before you run out.",
        ],
      };
  }
}

/** Seals apps' secrets with the present secret, so that earlier ones can be dropped. Idempotent. @returns their number */
export async function resealSecrets(database: Queries, vault: Vault): Promise<number> {
  const all = await database
    .select({ accountId: secondSteps.accountId, sealedSecret: secondSteps.sealedSecret })
    .from(secondSteps);
  let resealed = 0;
  for (const { accountId, sealedSecret } of all.filter((row) => !vault.isNewest(row.sealedSecret))) {
    const secret = vault.open(sealedSecret, secretPlace(accountId));
    if (secret === null) continue;
    const isAsRead = and(eq(secondSteps.accountId, accountId), eq(secondSteps.sealedSecret, sealedSecret));
    const anew = { sealedSecret: vault.seal(secret, secretPlace(accountId)) };
    const { rowCount } = await database.update(secondSteps).set(anew).where(isAsRead);
    resealed += rowCount ?? 0;
  }
  return resealed;
}
