/** An email to send. */
export interface Mail {
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same text with little markup and nothing loaded from elsewhere. */
  readonly html?: string;
  /** Where one POST without more says that no more emails of this kind are wanted (RFC 8058); a GET shows the choices there. */
  readonly unsubscribeUrl?: string;
  /** Where answers go: one bare address. The sender's own when not given. */
  readonly replyTo?: string;
  /** Whose mail it is, beside the sender's address; as the settings say when not given. */
  readonly senderName?: string;
  /** Not delivered after this moment, as when its link has expired. */
  readonly usefulUntil?: Date;
  /** Nothing of it stays once it is sent or given up, not even to whom it went. */
  readonly isForgotten?: boolean;
  /** Who is told when it does not go out; nobody when not given, as for emails that sign people in. */
  readonly about?: MailAbout;
}

interface MailAbout {
  readonly workspaceId: string;
  readonly clientId?: string;
  /** Of the newest message that it tells of. */
  readonly messageNumber?: number;
}

/**
 * Makes an email safe for any mail server: line ends and other control characters become spaces in the subject, and
 * are refused in the address, where they could add headers or recipients.
 * @throws Error for anything but one bare address
 */
export function sealHeaders(mail: Mail): Mail {
  if (!/^[^\s\p{C}<>,;:"()[\]\\@]+@[^\s\p{C}<>,;:"()[\]\\@]+$/u.test(mail.to) || mail.to.length > 254) {
    throw new Error("A mail goes to one bare address.");
  }
  const { senderName } = mail;
  return { ...mail, subject: oneLine(mail.subject), ...(senderName && { senderName: oneLine(senderName) }) };
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 200);
}
