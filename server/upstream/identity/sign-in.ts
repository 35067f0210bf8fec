import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { action, type Route } from "../engine/action.ts";
import { created, nothing } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidBody, Refusal, unauthenticated } from "../engine/refusal.ts";
import { recordAccess, recordFailedSignIn, recordSignIn } from "./access-events.ts";
import { findAccountByEmail, lockAccount } from "./accounts.ts";
import { normaliseEmail } from "./email-address.ts";
import { email, secret } from "./inputs.ts";
import {
  type Addressee,
  endLinks,
  findLink,
  insertLink,
  isOverMailLimit,
  type LiveLink,
  redeemLink,
} from "./mailed-links.ts";
import { type IdentityParts, tryWithin } from "./parts.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { findPerson } from "./people.ts";
import { answerBegun, sessionType } from "./session-type.ts";
import { revokeSession, revokeSessionsOf } from "./sessions.ts";
import { countTry, uncountTry } from "./sign-in-codes.ts";
import { mintCode } from "./tokens.ts";
import { type BegunSignIn, beginSignIn } from "./waiting-sign-ins.ts";

const refusals = {
  credentials: () => unauthenticated("invalid_credentials", "Incorrect email or password."),
  link: () => unauthenticated("invalid_link", "This link has been used, replaced by a newer one, or has expired."),
  code: () => unauthenticated("invalid_code", "This code is wrong, or it has been used or has expired."),
} as const;

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Token of a trusted browser, which stands for a second step. */
  readonly browserTrust?: string | null | undefined;
}

/**
 * Signs in by password. A password is always compared, so that the time does not reveal accounts.
 * @throws Refusal 401 `invalid_credentials`
 */
async function signInByPassword(
  database: Queries,
  hasher: PasswordHasher,
  { email, password, browserTrust = null }: Credentials,
  now: Date,
): Promise<BegunSignIn> {
  const account = await findAccountByEmail(database, normaliseEmail(email) ?? "");
  const isRight = await hasher.verify(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw refusals.credentials();
  return database.transaction(async (transaction) => {
    const present = await lockAccount(transaction, account.id, "share");
    if (present?.passwordHash !== account.passwordHash) throw refusals.credentials();
    return beginSignIn(transaction, account.id, now, browserTrust);
  });
}

/** @throws Refusal 401 `invalid_link` */
async function signInByLink(
  database: Queries,
  { token, browserTrust = null }: { readonly token: string; readonly browserTrust?: string | null | undefined },
  now: Date,
): Promise<BegunSignIn> {
  const link = await findLink(database, "sign_in", token, now);
  if (!link) throw refusals.link();
  return spendOn(database, { link, browserTrust }, refusals.link, now);
}

/** @throws Refusal 401 `invalid_code` */
async function signInByCode(
  database: Queries,
  hasher: PasswordHasher,
  entry: { readonly email: string; readonly code: string; readonly browserTrust?: string | null | undefined },
  now: Date,
): Promise<BegunSignIn> {
  const addressee: Addressee = { kind: "account", email: normaliseEmail(entry.email) ?? "" };
  const attempt = await countTry(database, addressee, now);
  const isRight = await hasher.verify(attempt?.codeHash ?? null, entry.code.replaceAll(/[\s-]/g, ""));
  if (!attempt || !isRight) throw refusals.code();
  const link = { id: attempt.linkId, ...addressee };
  const { browserTrust = null } = entry;
  return spendOn(database, { link, browserTrust }, refusals.code, now, (transaction) =>
    uncountTry(transaction, link.id),
  );
}

async function spendOn(
  database: Queries,
  { link, browserTrust }: { readonly link: LiveLink; readonly browserTrust: string | null },
  refusal: () => Refusal,
  now: Date,
  alsoDo: (transaction: Queries) => Promise<void> = async () => {},
): Promise<BegunSignIn> {
  return database.transaction(async (transaction) => {
    const person = await findPerson(transaction, link);
    if (person?.owner.kind !== "account") throw refusal();
    const { accountId } = person.owner;
    await lockAccount(transaction, accountId, "share");
    if (!(await redeemLink(transaction, "sign_in", link.id, now))) throw refusal();
    await alsoDo(transaction);
    return beginSignIn(transaction, accountId, now, browserTrust);
  });
}

const endedElsewhereHeader = "x-ended-elsewhere";

const given = z.object({
  email: secret.optional(),
  password: secret.optional(),
  code: secret.optional(),
  linkToken: secret.optional(),
  browserTrust: secret.optional(),
});

/** The routes of sessions. */
export function sessionRoutes({ hasher, limitTries }: IdentityParts): Route[] {
  const signIn = action({
    method: "POST",
    path: "/sessions",
    summary: "Sign in by email and password, by the token of a mailed link, or by email and mailed code",
    access: "anyone",
    input: { type: "session", attributes: given },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const opened = await open(request, database, attributes, now).catch(async (error: unknown) => {
        const isGuess = error instanceof Refusal && error.status === 401 && attributes.email !== undefined;
        if (isGuess) await recordFailedSignIn(database, normaliseEmail(attributes.email ?? "") ?? "", request, now);
        throw error;
      });
      return answerBegun(await recordSignIn(database, request, opened, now));
    },
  });

  function open(
    request: Request,
    database: Queries,
    { email, password, code, linkToken, browserTrust }: z.output<typeof given>,
    now: Date,
  ): Promise<BegunSignIn> {
    if (linkToken !== undefined) return signInByLink(database, { token: linkToken, browserTrust }, now);
    if (email !== undefined && code !== undefined)
      return tryWithin(limitTries, request, { kind: "code", account: email }, () =>
        signInByCode(database, hasher, { email, code, browserTrust }, now),
      );
    if (email === undefined || password === undefined) {
      throw invalidBody("Give email and password, or link_token, or email and code.", "/data/attributes");
    }
    return tryWithin(limitTries, request, { kind: "password", account: email }, () =>
      signInByPassword(database, hasher, { email, password, browserTrust }, now),
    );
  }

  const signOut = action({
    method: "DELETE",
    path: "/sessions/current",
    summary: "Sign out: the token is unknown from then on",
    access: "session",
    answers: { status: 204, of: null },
    // A key kept for it would outlive the session.
    transaction: "own",
    async run({ request, database, currentUser: { sessionId }, now }) {
      await revokeSession(database, sessionId, now);
      const kind = request.headers.has(endedElsewhereHeader) ? "session_ended" : "signed_out";
      await recordAccess(database, kind, { sessionId }, request, now);
      return nothing;
    },
  });

  const signOutOthers = action({
    method: "DELETE",
    path: "/sessions/others",
    summary: "End every other session of the current user's account",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ request, database, currentUser: { accountId, sessionId }, now }) {
      await revokeSessionsOf(database, accountId, now, sessionId);
      await recordAccess(database, "session_ended", { accountId }, request, now);
      return nothing;
    },
  });

  return [signIn, signOut, signOutOthers];
}

/**
 * Mails a link and a code that sign in, and ends earlier ones. For an unknown address nothing is mailed, with the same work.
 * @returns an id that reveals nothing
 */
async function mailSignInLink(
  database: Queries,
  { hasher, mailer, publicOrigin }: IdentityParts,
  addressee: Addressee,
  now: Date,
): Promise<string> {
  const code = mintCode();
  const codeHash = await hasher.hash(code);
  return database.transaction(async (transaction) => {
    if (await isOverMailLimit(transaction, "sign_in", addressee, now)) return crypto.randomUUID();
    await endLinks(transaction, "sign_in", addressee, now);
    const link = await insertLink(transaction, { purpose: "sign_in", addressee, codeHash }, now);
    const person = await findPerson(transaction, addressee);
    const letter = signInLetter(person?.name ?? "", `${publicOrigin}/sign-in/${link.token}`, code);
    const mail = { ...letter, to: addressee.email, usefulUntil: link.expiresAt };
    await mailer.send(mail, { within: transaction, withheld: person === null });
    return link.id;
  });
}

function signInLetter(name: string, url: string, code: string) {
  return renderEmail({
    subject: "Sign in to Latchkey",
    name,
    opening: ["Here is the link you requested. It works once, within 15 minutes."],
    link: { label: "Sign in", url },
    code: {
      label: "If this email opens in another browser, enter this code where you requested the link:",
      digits: code,
    },
    closing: ["If you didn't request it, ignore this email. Nobody can sign in without it."],
  });
}

const signInLinkType = recordType("sign_in_link", z.object({}));

/** The route of sign-in links. */
export function signInLinkRoutes(parts: IdentityParts): Route[] {
  const ask = action({
    method: "POST",
    path: "/sign_in_links",
    summary: "Mail a link and a code that sign in; the answer is the same for every address",
    access: "anyone",
    input: { type: "sign_in_link", attributes: z.object({ email }) },
    answers: { status: 201, of: signInLinkType },
    transaction: "own",
    async run({ database, attributes, now }) {
      const id = await mailSignInLink(database, parts, { kind: "account", email: attributes.email }, now);
      return created(signInLinkType, { id, attributes: {} });
    },
  });
  return [ask];
}
