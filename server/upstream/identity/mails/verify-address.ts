import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface VerifyAddressMail {
  readonly to: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/**
 * The first mail to an address that somebody typed, perhaps not its owner: none of that person's words stand in it, so
 * that nobody can make it say anything.
 */
export function verifyAddressMail({ to, url, usefulUntil }: VerifyAddressMail): Mail {
  const letter = renderEmail({
    subject: "Verify your e-mail address for Latchkey",
    name: "",
    opening: [
      "Somebody, hopefully you, registered at Latchkey with this address.",
      "Open the link to choose a password. Then your workspace is ready. The link works for 7 days.",
    ],
    link: { label: "Verify my address", url },
    closing: ["If it was not you, you need not do anything: without the link there will be no account."],
  });
  return { ...letter, to, usefulUntil };
}
