import type { Queries } from "../engine/queries.ts";
import { type Refusal, unauthenticated } from "../engine/refusal.ts";
import { findAccountByEmail, lockAccount } from "./accounts.ts";
import { normaliseEmail } from "./email-address.ts";
import { type Addressee, findLink, type LiveLink, redeemLink } from "./mailed-links.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { findPerson } from "./people.ts";
import { countTry, uncountTry } from "./sign-in-codes.ts";
import { type BegunSignIn, beginSignIn } from "./waiting-sign-ins.ts";

const refusals = {
  credentials: () => unauthenticated("invalid_credentials", "Incorrect email or password."),
  link: () => unauthenticated("invalid_link", "This link has been used, replaced by a newer one, or has expired."),
  code: () => unauthenticated("invalid_code", "This code is wrong, or it has been used or has expired."),
} as const;

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** What this browser has that stands for a second step, as the app kept it. */
  readonly browserTrust?: string | null | undefined;
}

/**
 * Signs in by password. Takes the same time whether or not the address has an account: one password is compared always.
 * @throws Refusal 401 `invalid_credentials`
 */
export async function signInByPassword(
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

/** Signs in by a mailed link, which is used up. @throws Refusal 401 `invalid_link` */
export async function signInByLink(
  database: Queries,
  { token, browserTrust = null }: { readonly token: string; readonly browserTrust?: string | null | undefined },
  now: Date,
): Promise<BegunSignIn> {
  const link = await findLink(database, "sign_in", token, now);
  if (!link) throw refusals.link();
  return spendOn(database, { link, browserTrust }, refusals.link, now);
}

export interface CodeEntry {
  readonly email: string;
  readonly code: string;
  readonly browserTrust?: string | null | undefined;
}

/** Signs in by a mailed code, which is used up with its link. @throws Refusal 401 `invalid_code` */
export async function signInByCode(
  database: Queries,
  hasher: PasswordHasher,
  entry: CodeEntry,
  now: Date,
): Promise<BegunSignIn> {
  const addressee: Addressee = { kind: "account", email: normaliseEmail(entry.email) ?? "" };
  const attempt = await countTry(database, addressee, now);
  // People copy codes with spaces around or between the digits.
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
    // The portal's links sign in elsewhere.
    if (person?.owner.kind !== "account") throw refusal();
    const { accountId } = person.owner;
    await lockAccount(transaction, accountId, "share");
    if (!(await redeemLink(transaction, "sign_in", link.id, now))) throw refusal();
    await alsoDo(transaction);
    return beginSignIn(transaction, accountId, now, browserTrust);
  });
}
