export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** With little markup, and nothing loaded from elsewhere. */
  readonly html?: string;
  /** A POST unsubscribes (RFC 8058); a GET shows the choices. */
  readonly unsubscribeUrl?: string;
  /** By default the sender's address. */
  readonly replyTo?: string;
  /** Shown beside the sender's address. */
  readonly senderName?: string;
  /** It is not delivered later. */
  readonly usefulUntil?: Date;
  /** Nothing of it is kept once it is sent or given up. */
  readonly isForgotten?: boolean;
  /** Whose waiting and lost emails list it; none for emails that sign in. */
  readonly about?: MailAbout;
}

interface MailAbout {
  readonly workspaceId: string;
  readonly clientId?: string;
  /** Clients of whom an email to somebody else tells. */
  readonly namedClientIds?: readonly string[];
  readonly messageNumber?: number;
}

/**
 * Sanitizes headers: control characters become spaces in the subject, and are refused in the address, where they could add headers.
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
