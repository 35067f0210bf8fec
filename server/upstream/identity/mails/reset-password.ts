import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface ResetPasswordMail {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/** The email of "Forgot password?". */
export function resetPasswordMail({ to, name, url, usefulUntil }: ResetPasswordMail): Mail {
  const letter = renderEmail({
    subject: "Choose a new Latchkey password",
    name,
    opening: ["Here is the link you requested. It works once, within 60 minutes."],
    link: { label: "Choose a new password", url },
    closing: ["If you didn't request it, ignore this email. Your password stays the same."],
  });
  return { ...letter, to, usefulUntil };
}
