import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, unauthenticated } from "../engine/refusal.ts";
import { recordAccess } from "../identity/access-events.ts";
import { findAccount, lockAccount, recordOfMember } from "../identity/accounts.ts";
import { secret } from "../identity/inputs.ts";
import { proveOwn } from "../identity/own-proof.ts";
import { type IdentityParts, tryWithin } from "../identity/parts.ts";
import { answerBegun, sessionType } from "../identity/session-type.ts";
import { isLive, openSession } from "../identity/sessions.ts";
import { type BegunSignIn, beginSignIn } from "../identity/waiting-sign-ins.ts";
import type { OwnSession } from "../second-step/second-step.ts";
import { openIdIdentities, sessions } from "../tables.ts";
import { type OpenIdIdentity, openProof } from "./proof.ts";

const identityType = recordType(
  "openid_identity",
  z.object({
    provider: z.string().nullable().describe("The host of the issuer; null: nothing is linked"),
    email: z.string().nullable().describe("What the provider called the person when the account was linked"),
    linked_at: z.iso.datetime().nullable(),
    needs_proof: z.boolean().describe("Whether linking wants the password or a mailed code: the session is not new"),
    has_password: z.boolean(),
  }),
);

const path = "/accounts/me/openid_identity";

/** Sealed by the web server, which checked the provider's answer. */
const proof = z.string().min(1).max(4096);

async function readIdentity(database: Queries, own: OwnSession, now: Date) {
  const { accountId } = own;
  const account = await findAccount(database, accountId);
  if (account === null) throw unauthenticated();
  const identity = await findIdentity(database, accountId);
  return {
    id: accountId,
    path,
    attributes: {
      provider: identity && hostOf(identity.issuer),
      email: identity?.email ?? null,
      linked_at: identity?.linkedAt.toISOString() ?? null,
      needs_proof: await needsProof(database, own, now),
      has_password: account.passwordHash !== null,
    },
  };
}

/** The routes of OpenID: signing in, linking and unlinking. */
export function openIdRoutes(parts: IdentityParts): Route[] {
  /** @throws Refusal 403 unless sealed within the last minute */
  function identityIn(sealed: string, now: Date): OpenIdIdentity {
    const identity = openProof(parts.vault, sealed, now);
    if (identity === null) throw forbidden();
    return identity;
  }

  const signIn = action({
    method: "POST",
    path: "/openid_sessions",
    summary: "Sign in to the account that is linked with whom an OpenID provider has named; for the web server alone",
    access: "anyone",
    input: { type: "openid_session", attributes: z.object({ proof, browserTrust: secret.optional() }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes: { proof: sealed, browserTrust = null }, now }) {
      const opened = await signInByOpenId(database, identityIn(sealed, now), browserTrust, now);
      // A sign-in that waits for its second step is no session.
      await recordAccess(database, "signed_in_by_provider", { sessionId: opened.id }, request, now);
      return answerBegun(opened);
    },
  });

  const show = action({
    method: "GET",
    path,
    summary: "What the current user's account is linked with",
    access: "account",
    answers: { status: 200, of: identityType },
    run: async ({ database, currentUser, now }) => found(identityType, await readIdentity(database, currentUser, now)),
  });

  const link = action({
    method: "POST",
    path,
    summary: "Link the current user's account with whom an OpenID provider has named; for the web server alone",
    access: "account",
    input: {
      type: "openid_identity",
      attributes: z.object({ proof, password: secret.optional(), mailedCode: secret.optional() }),
    },
    answers: { status: 201, of: identityType },
    transaction: "own",
    async run({ request, database, currentUser, attributes: { proof: sealed, ...own }, now }) {
      const identity = identityIn(sealed, now);
      const { accountId, sessionId } = currentUser;
      if (await needsProof(database, currentUser, now)) {
        await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
          proveOwn(database, parts.hasher, accountId, own, now),
        );
      }
      await linkOpenId(database, parts, { accountId, sessionId }, identity, now);
      await recordAccess(database, "openid_linked", { accountId }, request, now);
      return created(identityType, await readIdentity(database, currentUser, now));
    },
  });

  const unlink = action({
    method: "DELETE",
    path,
    summary: "Unlink the current user's account; the other ways to sign in stay",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ request, database, currentUser: { accountId }, now }) {
      if (await unlinkOpenId(database, accountId)) {
        await recordAccess(database, "openid_unlinked", { accountId }, request, now);
      }
      return nothing;
    },
  });

  return [signIn, show, link, unlink];
}

/** Accounts that an OpenID provider signs in to, by issuer and subject, never by email address. */

/** In ms, for linking the first time without another proof. */
const freshFor = 15 * 60_000;

/** @param browserTrust tokens of trusted browsers @throws Refusal 401 `unknown_identity` */
async function signInByOpenId(
  database: Queries,
  { issuer, subject, isVouched }: OpenIdIdentity,
  browserTrust: string | null,
  now: Date,
): Promise<BegunSignIn> {
  const linked = and(eq(openIdIdentities.issuer, issuer), eq(openIdIdentities.subject, subject));
  return database.transaction(async (transaction) => {
    const [found] = await transaction.select().from(openIdIdentities).where(linked);
    if (found === undefined) throw unknownIdentity();
    const { accountId } = found;
    await lockAccount(transaction, accountId, "share");
    // Unlinking has the account locked.
    const [still] = await transaction.select().from(openIdIdentities).where(linked);
    if (still?.accountId !== accountId) throw unknownIdentity();
    return isVouched
      ? beginVouchedSignIn(transaction, accountId, now)
      : beginSignIn(transaction, accountId, now, browserTrust);
  });
}

const unknownIdentity = () => unauthenticated("unknown_identity", "No account is linked with this one.");

/** The provider asked for a second factor, so Latchkey does not. */
async function beginVouchedSignIn(transaction: Queries, accountId: string, now: Date): Promise<BegunSignIn> {
  const session = await openSession(transaction, { kind: "account", accountId }, now);
  await transaction.update(sessions).set({ isVouched: true }).where(eq(sessions.id, session.id));
  return { ...session, accountId, secondStep: null };
}

interface LinkedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly linkedAt: Date;
}

async function findIdentity(queries: Queries, accountId: string): Promise<LinkedIdentity | null> {
  const row = await findRow(queries, accountId);
  if (row === undefined) return null;
  const { issuer, subject, email, linkedAt } = row;
  return issuer === null || subject === null || linkedAt === null ? null : { issuer, subject, email, linkedAt };
}

async function findRow(queries: Queries, accountId: string) {
  const [row] = await queries.select().from(openIdIdentities).where(eq(openIdIdentities.accountId, accountId));
  return row;
}

/** Whether linking needs a password or code: not in a new session, unless an account was linked before, by which it may have begun. */
async function needsProof(queries: Queries, { accountId, sessionId }: OwnSession, now: Date): Promise<boolean> {
  if ((await findRow(queries, accountId)) !== undefined) return true;
  const [session] = await queries
    .select({ insertedAt: sessions.insertedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session === undefined || session.insertedAt.getTime() <= now.getTime() - freshFor;
}

/** Links an account and mails its owner; idempotent. @throws Refusal 409 `linked_with_other` or `linked_elsewhere` */
async function linkOpenId(
  database: Queries,
  { mailer, publicOrigin }: Pick<IdentityParts, "mailer" | "publicOrigin">,
  { accountId, sessionId }: OwnSession,
  { issuer, subject, email }: OpenIdIdentity,
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const account = await lockAccount(transaction, accountId, "update");
    if (account === null || !(await isLive(transaction, sessionId, now))) throw unauthenticated();
    const present = await findIdentity(transaction, accountId);
    if (present?.issuer === issuer && present.subject === subject) return;
    if (present !== null) throw conflict("linked_with_other", "Unlink the other account first.");
    await transaction.delete(openIdIdentities).where(eq(openIdIdentities.accountId, accountId));
    const row = { accountId, issuer, subject, email, linkedAt: now };
    const [added] = await transaction.insert(openIdIdentities).values(row).onConflictDoNothing().returning();
    if (added === undefined) throw conflict("linked_elsewhere", "It is linked with another account here.");
    const provider = hostOf(issuer);
    await recordOfMember(transaction, accountId, "openid_linked", []);
    const whose = email === null ? "An account" : `The account ${email}`;
    const letter = openIdLinkedLetter(account.firstName, `${whose} at ${provider}`, publicOrigin);
    await mailer.send({ ...letter, to: account.email }, { within: transaction });
  });
}

/** Idempotent. @returns whether it was linked */
async function unlinkOpenId(database: Queries, accountId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockAccount(transaction, accountId, "update");
    const { rowCount } = await transaction
      .update(openIdIdentities)
      .set({ issuer: null, subject: null, email: null, linkedAt: null })
      .where(and(eq(openIdIdentities.accountId, accountId), isNotNull(openIdIdentities.issuer)));
    const wasLinked = rowCount === 1;
    if (wasLinked) await recordOfMember(transaction, accountId, "openid_unlinked", []);
    return wasLinked;
  });
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}

/** To the owner, in case someone else linked it. */
function openIdLinkedLetter(name: string, linked: string, publicOrigin: string) {
  return renderEmail({
    subject: "A new way to sign in to Latchkey was added",
    name,
    opening: [
      `${linked} was just linked with your Latchkey account, and can sign in to it from now on.`,
      "If this was you, there's nothing to do. If not, unlink it, then choose a new password.",
    ],
    link: { label: "Show linked account", url: `${publicOrigin}/settings/account/openid` },
  });
}
