import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface AlreadyRegisteredMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
}

/** Mailed when an address that has an account is registered again: the page must not say so, its owner may know. */
export function alreadyRegisteredMail({ to, name, publicOrigin }: AlreadyRegisteredMail): Mail {
  const letter = renderEmail({
    subject: "You already have a Latchkey account",
    name,
    opening: [
      "Somebody, perhaps you, just registered at Latchkey with this address. You have an account already, so nothing was changed.",
      "Sign in as always. Another workspace can be created from the menu of your present one.",
    ],
    link: { label: "Sign in", url: `${publicOrigin}/login/` },
    closing: [`Forgotten your password? Choose a new one: ${publicOrigin}/password/forgotten`],
  });
  return { ...letter, to };
}
