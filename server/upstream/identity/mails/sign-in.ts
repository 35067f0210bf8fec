import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface SignInMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly code: string;
  readonly usefulUntil: Date;
}

/** The email of "Email me a sign-in link". */
export function signInMail({ to, name, url, code, usefulUntil }: SignInMail): Mail {
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
