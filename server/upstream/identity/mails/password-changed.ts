import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface PasswordChangedMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
}

/** Tells the account's owner that the password was changed, in case another person did it. */
export function passwordChangedMail({ to, name, publicOrigin }: PasswordChangedMail): Mail {
  const letter = renderEmail({
    subject: "Your Latchkey password was changed",
    name,
    opening: [
      "Your password was just changed, and you were signed out everywhere else.",
      "If that was you, all is well.",
    ],
    link: { label: "It was not me: choose a new password", url: `${publicOrigin}/password/forgotten` },
    closing: [],
  });
  return { ...letter, to };
}
