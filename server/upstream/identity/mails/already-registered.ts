import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface AlreadyRegisteredMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
}

/** Sent when an address with an account is registered again: its owner may know that, the page must not say so. */
export function alreadyRegisteredMail({ to, name, publicOrigin }: AlreadyRegisteredMail): Mail {
  const letter = renderEmail({
    subject: "You already have a Latchkey account",
    name,
    opening: [
      "Someone (hopefully you) signed up for Latchkey with this email. You already have an account, so nothing has changed.",
      "Sign in as usual. To create another workspace, open the menu of your current one.",
    ],
    link: { label: "Sign in", url: `${publicOrigin}/login/` },
    closing: [`Forgot your password? Choose a new one: ${publicOrigin}/password/forgotten`],
  });
  return { ...letter, to };
}
