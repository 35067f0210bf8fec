import type { Queries } from "../engine/queries.ts";
import { type Addressee, endLinks, insertLink, isOverMailLimit } from "./mailed-links.ts";
import { signInMail } from "./mails/sign-in.ts";
import type { IdentityParts } from "./parts.ts";
import { findPerson } from "./people.ts";
import { mintCode } from "./tokens.ts";

/**
 * Mails a link and a code that sign in, and ends those mailed before. For an address that nobody has everything happens
 * in the same way, except that no mail goes out. Past the hourly share of mails nothing happens.
 * @returns an id that says nothing
 */
export async function mailSignInLink(
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
    const mail = signInMail({
      to: addressee.email,
      name: person?.name ?? "",
      url: `${publicOrigin}/sign-in/${link.token}`,
      code,
      usefulUntil: link.expiresAt,
    });
    await mailer.send(mail, { within: transaction, withheld: person === null });
    return link.id;
  });
}
