import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface PasswordChangedMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
}

/** Tells the account's owner that the password was changed, in case someone else did it. */
export function passwordChangedMail({ to, name, publicOrigin }: PasswordChangedMail): Mail {
  const letter = renderEmail({
    subject: "Your Latchkey password was changed",
    name,
    opening: [
      "Your password was just changed, and you were signed out on your other devices.",
      "If this was you, there's nothing to do.",
    ],
    link: { label: "This wasn't me: choose a new password", url: `${publicOrigin}/password/forgotten` },
    closing: [],
  });
  return { ...letter, to };
}
