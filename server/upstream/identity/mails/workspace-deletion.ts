import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface DeletionConfirmationMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly url: string;
  readonly usefulUntil: Date;
}

/** Asks the owner to confirm that the workspace is to be deleted. */
export function deletionConfirmationMail({
  to,
  name,
  workspaceName,
  url,
  usefulUntil,
}: DeletionConfirmationMail): Mail {
  const letter = renderEmail({
    subject: `Delete the workspace ${workspaceName}?`,
    name,
    opening: [
      `You asked to delete the workspace ${workspaceName} with all its clients, properties, messages and files.`,
      "Open the link to confirm this. It works for 24 hours.",
    ],
    link: { label: "Look at the deletion", url },
    closing: [
      "If this wasn't you, ignore this email and change your password. Nothing is deleted until you confirm it.",
    ],
  });
  return { ...letter, to, usefulUntil };
}

export interface WorkspaceClosedMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly purgeAt: Date;
  /** IANA name. */
  readonly timeZone: string;
  readonly url: string;
}

/** Tells the owner until when the workspace can be restored. */
export function workspaceClosedMail({ to, name, workspaceName, purgeAt, timeZone, url }: WorkspaceClosedMail): Mail {
  const until = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(purgeAt);
  const letter = renderEmail({
    subject: `${workspaceName} was deleted`,
    name,
    opening: [
      `The workspace ${workspaceName} is closed for everybody: its members, its clients, and everyone who has a link.`,
      `You can restore it until ${until}. After that, everything in it is removed for good.`,
    ],
    link: { label: "Restore the workspace", url },
    closing: [],
  });
  return { ...letter, to };
}
