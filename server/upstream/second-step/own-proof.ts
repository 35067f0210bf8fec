import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { type Account, findAccount } from "../identity/accounts.ts";
import { redeemLink } from "../identity/mailed-links.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { countTry, uncountTry } from "../identity/sign-in-codes.ts";

/** What a signed-in person proves again that they are themselves with: the password, or without one a mailed code. */
export interface OwnProof {
  readonly password?: string | undefined;
  readonly mailedCode?: string | undefined;
}

/** @returns the account @throws Refusal 400 beside `password` or `mailed_code` */
export async function proveOwn(
  database: Queries,
  hasher: PasswordHasher,
  accountId: string,
  { password = "", mailedCode = "" }: OwnProof,
  now: Date,
): Promise<Account> {
  const account = await findAccount(database, accountId);
  if (account === null) throw notFound();
  if (account.passwordHash === null) {
    await redeemMailedCode(database, hasher, account.email, mailedCode, now);
  } else if (!(await hasher.verify(account.passwordHash, password))) {
    throw invalidAttribute("password", "That isn't your password.");
  }
  return account;
}

async function redeemMailedCode(
  database: Queries,
  hasher: PasswordHasher,
  email: string,
  code: string,
  now: Date,
): Promise<void> {
  const attempt = await countTry(database, { kind: "account", email }, now);
  const isRight = await hasher.verify(attempt?.codeHash ?? null, code.replaceAll(/[\s-]/g, ""));
  if (attempt === null || !isRight || !(await redeemLink(database, "sign_in", attempt.linkId, now))) {
    throw invalidAttribute("mailed_code", "That code isn't right, or it has expired. Use the newest email.");
  }
  await uncountTry(database, attempt.linkId);
}
