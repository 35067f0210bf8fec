import { StartRefused } from "../start-refused.ts";
import type { Queries } from "../upstream/engine/queries.ts";
import { findAccountByEmail, lockAccount } from "../upstream/identity/accounts.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import { findSecondStep, resetSecondStep } from "../upstream/second-step/second-step.ts";

const option = "--reset-two-step";

/** Null where no reset is wanted. @throws StartRefused for a mistake */
export function readReset(words: readonly string[]): string | null {
  if (!words.includes(option)) return null;
  const [typed = "", ...others] = words.filter((word) => word !== option);
  const email = others.length === 0 ? normaliseEmail(typed) : null;
  if (email === null) throw new StartRefused(`Name one email address: npm run account -- you@example.com ${option}`);
  return email;
}

/** Turns two-step sign-in off and ends the person's sessions. @param transaction ends with this @throws StartRefused without need */
export async function resetByCommand(transaction: Queries, email: string, now: Date): Promise<string> {
  const found = await findAccountByEmail(transaction, email);
  const account = found && (await lockAccount(transaction, found.id, "update"));
  if (account === null) throw new StartRefused(`${email} has no account.`);
  if ((await findSecondStep(transaction, account.id)) === null)
    throw new StartRefused(`Two-step sign-in of ${email} is off.`);
  await resetSecondStep(transaction, account, { name: "Whoever runs the server", accountId: null }, now);
  return `Two-step sign-in of ${email} is off, and they are signed out everywhere. They get no email about it: tell them.\n`;
}
