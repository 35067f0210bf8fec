import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface VerifyAddressMail {
  readonly to: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/**
 * The first email to an address. Someone else than its owner may have typed it, so it contains nothing that was typed.
 */
export function verifyAddressMail({ to, url, usefulUntil }: VerifyAddressMail): Mail {
  const letter = renderEmail({
    subject: "Verify your email address for Latchkey",
    name: "",
    opening: [
      "Someone (hopefully you) signed up for Latchkey with this email.",
      "Open the link to choose a password and open your workspace. The link works for 7 days.",
    ],
    link: { label: "Verify my address", url },
    closing: ["If this wasn't you, ignore this email and no account will be created."],
  });
  return { ...letter, to, usefulUntil };
}
