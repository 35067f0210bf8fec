import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface JoinWorkspaceMail {
  readonly to: string;
  /** Full name and address of whoever invites. */
  readonly inviter: string;
  readonly inviterEmail: string;
  readonly workspaceName: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/** Invites a colleague to a workspace. */
export function joinWorkspaceMail(mail: JoinWorkspaceMail): Mail {
  const { to, inviter, inviterEmail, workspaceName, url, usefulUntil } = mail;
  const letter = renderEmail({
    sender: workspaceName,
    subject: `${inviter} invites you to ${workspaceName}`,
    name: "",
    opening: [
      `${inviter} invites you to work in ${workspaceName} on Latchkey.`,
      "Open the link to join. It works once, for 7 days.",
    ],
    link: { label: `Join ${workspaceName}`, url },
    closing: [`Questions? Write to ${inviter}: ${inviterEmail}`, "If you don't know the sender, ignore this email."],
  });
  return { ...letter, to, usefulUntil };
}
