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
} as const;

const attachment = z.object({
  /** As the email says it; null where it does not. */
  name: z.string().nullable(),
  mime: z.string(),
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
    /** What was written in reply, without history and signature. */
    words: z.string(),
    /** Whether that was longer than a message. */
    isCut: z.boolean(),
    attachments: z.array(attachment),
    /** Addresses that a report of a mail server names as not reachable for good. */
    failed: z.array(z.string()),
  }),
]);
export type MailReading = z.output<typeof mailReading>;
