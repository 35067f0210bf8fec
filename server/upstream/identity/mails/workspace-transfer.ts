import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface OwnershipOfferMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly ownerName: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/** Asks a member to become the owner. */
export function ownershipOfferMail({ to, name, workspaceName, ownerName, url, usefulUntil }: OwnershipOfferMail): Mail {
  const letter = renderEmail({
    subject: `Become the owner of ${workspaceName}?`,
    name,
    opening: [
      `${ownerName} wants to hand over the workspace ${workspaceName} to you.`,
      "The owner pays for the plan and can delete the workspace. Open the link to read more and to accept. It works for 7 days.",
    ],
    link: { label: "Look at the transfer", url },
    closing: ["If you don't want this, ignore this email. Nothing changes until you accept."],
  });
  return { ...letter, to, usefulUntil };
}

export interface OwnershipMovedMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly formerName: string;
  readonly ownerName: string;
  readonly publicOrigin: string;
}

/** Tells the former owner and the new one. */
export function ownershipMovedMail(about: OwnershipMovedMail): Mail {
  const { to, name, workspaceName, formerName, ownerName, publicOrigin } = about;
  const letter = renderEmail({
    subject: `${workspaceName} has a new owner`,
    name,
    opening: [
      `${ownerName} is the owner of the workspace ${workspaceName} now. ${formerName} stays in it as an admin.`,
    ],
    link: { label: "Open Latchkey", url: `${publicOrigin}/settings/general` },
    closing: [],
  });
  return { ...letter, to };
}
