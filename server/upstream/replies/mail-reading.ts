/** What is read of an email, in a thread of its own; both sides of that thread know this. */
import { z } from "zod";

/** How much one email may ask of the reader. */
export const mailBounds = {
  /** Bytes that are taken. */
  bytes: 25 * 1024 ** 2,
  parts: 1000,
  nesting: 100,
  headerBytes: 1024 ** 2,
  milliseconds: 20_000,
  memoryBytes: 256 * 1024 ** 2,
  /** Characters of a message. */
  words: 10_000,
  /** Of all of its text. */
  originalWords: 300_000,
} as const;

const attachment = z.object({
  /** As the email says it; null where it does not. */
  name: z.string().nullable(),
  mime: z.string(),
  /** Whether it is a picture that is shown within the text. */
  isShownWithin: z.boolean(),
  content: z.instanceof(Uint8Array),
});
export type MailAttachment = z.output<typeof attachment>;

export const mailReading = z.discriminatedUnion("state", [
  z.object({ state: z.literal("refused"), reason: z.enum(["too_many_parts", "unreadable", "too_large"]) }),
  z.object({
    state: z.literal("read"),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
    /** All addresses of its From headers, as they are written. */
    from: z.array(z.string()),
    /** The same for each delivery of one email. */
    key: z.string(),
    /** Its subject; empty where it is that of an email of ours. */
    subject: z.string(),
    /** What was written in reply, without what it quotes. */
    words: z.string(),
    /** Whether that was longer than a message. */
    isCut: z.boolean(),
    /** All of its text, where something was left out; empty otherwise. */
    original: z.string(),
    /** Answers to invitations to a calendar's event. */
    calendar: z.array(
      z.object({
        answer: z.enum(["accepted", "declined", "tentative"]),
        summary: z.string(),
        start: z.string().nullable(),
      }),
    ),
    attachments: z.array(attachment),
    /** Addresses that a report of a mail server names as not reachable for good. */
    failed: z.array(z.string()),
  }),
]);
export type MailReading = z.output<typeof mailReading>;

/** Found before the email is read: pieces that may be secrets of mailed links. */
export const mailTokens = z.object({
  tokens: z.array(z.string()),
  /** Whether there may be more, in what was not searched or leads where nobody can tell. */
  isUnsure: z.boolean(),
});
export type MailTokens = z.output<typeof mailTokens>;

/** What Latchkey knows of the thread to which an email belongs. */
export interface KnownMail {
  /** Secrets of mailed links that are in it. */
  readonly tokens: readonly string[];
  /** Emails that were mailed to this person: the subject, and the text below it. */
  readonly sent: readonly string[];
}
