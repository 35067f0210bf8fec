/** What people type in messages. The words are shown beside the field. */
import { z } from "zod";

/** Browsers send lines that end in CR and LF; one character is one character, as the form counts them. */
const lines = (typed: string) => typed.replaceAll(/\r\n?/g, "\n");

const longest = "Message must be at most 10,000 characters.";

/** May be empty where there are attachments. */
export const body = z
  .string()
  .max(20_000, longest)
  .transform((typed) => lines(typed).trim())
  .refine((text) => text.length <= 10_000, longest);

/** As it is typed: nothing is cut off at the ends. */
export const draftBody = z
  .string()
  .max(20_000, longest)
  .transform(lines)
  .refine((text) => text.length <= 10_000, longest);

export const documentIds = z
  .array(z.uuid("Choose documents from the list."))
  .max(20, "Attach at most 20 documents to a message.")
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

export const replyName = z
  .string()
  .trim()
  .min(1, "Name must be at least 1 character.")
  .max(100, "Name must be at most 100 characters.");

export const replyBody = z
  .string()
  .max(10_000, "Text must be at most 5,000 characters.")
  .transform((typed) => lines(typed).trim())
  .refine((text) => text.length > 0, "Text must be at least 1 character.")
  .refine((text) => text.length <= 5000, "Text must be at most 5,000 characters.");
