import { renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";

interface WaitingReply {
  readonly to: string;
  /** First name of the member. */
  readonly name: string;
  readonly clientName: string;
  /** Of the thread, where it can be confirmed. */
  readonly url: string;
}

/** Tells a member that their reply by email is not in the thread yet. Only what Latchkey itself knows is in it, since anybody may have sent the reply. */
export function confirmReply({ to, name, clientName, url }: WaitingReply): Mail {
  const letter = renderEmail({
    subject: `Confirm your reply to ${clientName}`,
    name,
    opening: [
      `An email arrived as your reply to ${clientName}. ${clientName} doesn't see it yet, because Latchkey can't tell for certain that you sent it, or because it looks like payment details.`,
    ],
    link: { label: "See the reply", url },
    closing: ["If you didn't write it, dismiss it there."],
  });
  return { ...letter, to };
}
