/** A mail on its way out of the house. */
export interface Mail {
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same words with little markup and nothing remote. */
  readonly html?: string;
  /** From when on nobody needs it any more, as with a link that has ended; it is not delivered after that. */
  readonly usefulUntil?: Date;
}

/**
 * Makes a mail safe to hand to any mail server: line ends and other control characters become spaces in the subject, and
 * must not stand in the address at all, where they could add headers or recipients.
 * @throws Error for anything but one bare address
 */
export function sealHeaders(mail: Mail): Mail {
  if (!/^[^\s\p{C}<>,;:"()[\]\\@]+@[^\s\p{C}<>,;:"()[\]\\@]+$/u.test(mail.to) || mail.to.length > 254) {
    throw new Error("A mail goes to one bare address.");
  }
  return {
    ...mail,
    subject: mail.subject
      .toWellFormed()
      .replace(/[\s\p{C}]+/gu, " ")
      .trim()
      .slice(0, 200),
  };
}
