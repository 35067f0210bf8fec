import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { type Account, findAccount } from "./accounts.ts";
import { redeemLink } from "./mailed-links.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { countTry, uncountTry } from "./sign-in-codes.ts";

/** Proves anew who is signed in: by the password or, without one, by a mailed code. */
export interface OwnProof {
  readonly password?: string | undefined;
  readonly mailedCode?: string | undefined;
}

interface CheckedProof {
  readonly account: Account;
  /** Uses a mailed code up, in the transaction that it allows. @throws Refusal 400 when it was used meanwhile */
  redeem(transaction: Queries, now: Date): Promise<void>;
}

/** Counts a try, and checks it. @throws Refusal 400 at `password` or `mailed_code` */
export async function checkOwn(
  database: Queries,
  hasher: PasswordHasher,
  accountId: string,
  { password = "", mailedCode = "" }: OwnProof,
  now: Date,
): Promise<CheckedProof> {
  const account = await findAccount(database, accountId);
  if (account === null) throw notFound();
  if (account.passwordHash === null) {
    const linkId = await checkMailedCode(database, hasher, account.email, mailedCode, now);
    return {
      account,
      async redeem(transaction, at) {
        if (!(await redeemLink(transaction, "sign_in", linkId, at))) throw wrongCode();
      },
    };
  }
  if (!(await hasher.verify(account.passwordHash, password)))
    throw invalidAttribute("password", "That isn't your password.");
  return { account, redeem: () => Promise.resolve() };
}

/** For what cannot be refused afterwards: the code is used up at once. */
export async function proveOwn(
  database: Queries,
  hasher: PasswordHasher,
  accountId: string,
  proof: OwnProof,
  now: Date,
): Promise<Account> {
  const { account, redeem } = await checkOwn(database, hasher, accountId, proof, now);
  await redeem(database, now);
  return account;
}

async function checkMailedCode(
  database: Queries,
  hasher: PasswordHasher,
  email: string,
  code: string,
  now: Date,
): Promise<string> {
  const attempt = await countTry(database, { kind: "account", email }, now);
  const isRight = await hasher.verify(attempt?.codeHash ?? null, code.replaceAll(/[\s-]/g, ""));
  if (attempt === null || !isRight) throw wrongCode();
  await uncountTry(database, attempt.linkId);
  return attempt.linkId;
}

const wrongCode = () =>
  invalidAttribute("mailed_code", "That code isn't right, or it has expired. Use the newest email.");
