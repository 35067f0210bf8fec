import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { type Account, findAccount } from "./accounts.ts";
import { redeemLink } from "./mailed-links.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { countTry, uncountTry } from "./sign-in-codes.ts";

/** What a signed-in person proves again that they are themselves with: the password, or without one a mailed code. */
export interface OwnProof {
  readonly password?: string | undefined;
  readonly mailedCode?: string | undefined;
}

interface CheckedProof {
  readonly account: Account;
  /** Uses a mailed code up, in the transaction of what it proves. @throws Refusal 400 when it was used meanwhile */
  redeem(transaction: Queries, now: Date): Promise<void>;
}

/** Counts a try, and compares. @throws Refusal 400 beside `password` or `mailed_code` */
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

/** The same where nothing that comes after it can be refused. @returns the account */
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

/** @returns the id of the link whose code it is */
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
