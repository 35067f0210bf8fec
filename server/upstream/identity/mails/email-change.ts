import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

interface ToKnown {
  readonly to: string;
  /** How the mail greets its reader. */
  readonly name: string;
  readonly newEmail: string;
  readonly stopUrl: string;
}

/** To the old address: the change waits for it, and can be stopped. */
export function confirmOldAddressMail({ to, name, newEmail, url, stopUrl }: ToKnown & { readonly url: string }): Mail {
  const letter = renderEmail({
    subject: "Confirm that your Latchkey email changes",
    name,
    opening: [
      `You asked to sign in to Latchkey with ${newEmail} instead of this address.`,
      "Nothing changes until you confirm it here and at the new address. The link works for 7 days.",
    ],
    link: { label: "Confirm the change", url },
    closing: [`This was not you? Stop it, and sign out everywhere: ${stopUrl}`],
  });
  return { ...letter, to };
}

/** To the new address, which somebody else than its owner may have typed. */
export function confirmNewAddressMail({ to, url }: { readonly to: string; readonly url: string }): Mail {
  const letter = renderEmail({
    subject: "Confirm your new email for Latchkey",
    name: "",
    opening: [
      "Someone (hopefully you) wants to sign in to Latchkey with this address from now on.",
      "Confirm it with the link, which works for 7 days.",
    ],
    link: { label: "Confirm this address", url },
    closing: ["If this wasn't you, ignore this email and nothing changes."],
  });
  return { ...letter, to };
}

/** To a new address that has an account already: its owner may know that, whoever typed it may not. */
export function addressInUseMail({ to, publicOrigin }: { readonly to: string; readonly publicOrigin: string }): Mail {
  const letter = renderEmail({
    subject: "This address already has a Latchkey account",
    name: "",
    opening: [
      "Someone (hopefully you) wants to use this address for another Latchkey account. It has an account already, so nothing changes.",
      "To use the address for the other account, change the email of this one first.",
    ],
    link: { label: "Sign in", url: `${publicOrigin}/login/` },
    closing: ["If this wasn't you, ignore this email."],
  });
  return { ...letter, to };
}

/** To the old address once the account has the new one. */
export function emailChangedMail({ to, name, newEmail, stopUrl }: ToKnown): Mail {
  const letter = renderEmail({
    subject: "Your Latchkey email was changed",
    name,
    opening: [
      `You now sign in to Latchkey with ${newEmail}. Emails go there, too.`,
      "If this was you, there's nothing to do.",
    ],
    link: { label: "This was not me", url: stopUrl },
    closing: ["The link gives you this address back and signs out every device. It works for 7 days."],
  });
  return { ...letter, to };
}
