import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { email } from "./inputs.ts";
import { type Addressee, endLinks, insertLink, isOverMailLimit } from "./mailed-links.ts";
import type { IdentityParts } from "./parts.ts";
import { findPerson } from "./people.ts";
import { mintCode } from "./tokens.ts";

/**
 * Mails a link and a code that sign in, and ends those mailed before. For an address that nobody has everything happens
 * in the same way, except that no mail goes out. Past the hourly share of mails nothing happens.
 * @returns an id that says nothing
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

interface SignInMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly code: string;
  readonly usefulUntil: Date;
}

/** The email of "Email me a sign-in link". */
function signInMail({ to, name, url, code, usefulUntil }: SignInMail): Mail {
  const letter = renderEmail({
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
  return { ...letter, to, usefulUntil };
}

const signInLinkType = recordType("sign_in_link", z.object({}));

/** POST of a wish to sign in by mail. */
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
