import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface ResetPasswordMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/** The answer to "forgotten your password?". */
export function resetPasswordMail({ to, name, url, usefulUntil }: ResetPasswordMail): Mail {
  const letter = renderEmail({
    subject: "Choose a new Latchkey password",
    name,
    opening: ["Here is the link that you asked for. It works once, within 60 minutes."],
    link: { label: "Choose a new password", url },
    closing: ["If you did not ask for it, you need not do anything: your password stays as it is."],
  });
  return { ...letter, to, usefulUntil };
}
