import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface SignInMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly code: string;
  readonly usefulUntil: Date;
}

/** The answer to "e-mail me a link". */
export function signInMail({ to, name, url, code, usefulUntil }: SignInMail): Mail {
  const letter = renderEmail({
    subject: "Sign in to Latchkey",
    name,
    opening: ["Here is the link that you asked for. It works once, within 15 minutes."],
    link: { label: "Sign in", url },
    code: {
      label: "If your mail opens in another browser, type this code where you asked for the link:",
      digits: code,
    },
    closing: ["If you did not ask for it, you need not do anything. Nobody gets in without this mail."],
  });
  return { ...letter, to, usefulUntil };
}
