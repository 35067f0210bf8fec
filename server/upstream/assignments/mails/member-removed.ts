import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface MemberRemovedMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly publicOrigin: string;
}

/** Tells somebody that they have no access to a workspace any more. */
export function memberRemovedMail({ to, name, workspaceName, publicOrigin }: MemberRemovedMail): Mail {
  const letter = renderEmail({
    subject: `You no longer have access to ${workspaceName}`,
    name,
    opening: [
      `An administrator ended your access to ${workspaceName} on Latchkey. Your other workspaces stay open to you.`,
    ],
    link: { label: "Open Latchkey", url: `${publicOrigin}/dashboard` },
    closing: [],
  });
  return { ...letter, to };
}
