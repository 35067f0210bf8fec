import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface OpenIdLinkedMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
  /** The host of the provider, as in "accounts.example.com". */
  readonly provider: string;
  /** What the provider calls the person; null where it does not say. */
  readonly email: string | null;
}

/** Tells the account's owner of one more way to sign in, in case someone else added it. */
export function openIdLinkedMail({ to, name, publicOrigin, provider, email }: OpenIdLinkedMail): Mail {
  const whose = email === null ? "An account" : `The account ${email}`;
  const letter = renderEmail({
    subject: "A new way to sign in to Latchkey was added",
    name,
    opening: [
      `${whose} at ${provider} was just linked with your Latchkey account, and can sign in to it from now on.`,
      "If this was you, there's nothing to do. If not, unlink it, then choose a new password.",
    ],
    link: { label: "Show linked account", url: `${publicOrigin}/settings/account/openid` },
    closing: [],
  });
  return { ...letter, to };
}
