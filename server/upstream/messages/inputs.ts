import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { messages } from "../tables.ts";
import { summarizeThread } from "./add-message.ts";

/** Browsers send CR and LF; the form counts one character. */
const lines = (typed: string) => typed.replaceAll(/\r\n?/g, "\n");

const longest = "Message must be at most 10,000 characters.";

export const body = z
  .string()
  .max(20_000, longest)
  .transform((typed) => lines(typed).trim())
  .refine((text) => text.length <= 10_000, longest);

/** Ends are not trimmed. */
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

/** Empties a message; its row stays. The caller has locked the thread and writes the event. Idempotent. */
export async function emptyMessage(
  database: Queries,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<void> {
  await database
    .update(messages)
    .set({
      ...nextVersion(messages),
      body: "",
      original: null,
      searchText: "",
      questionId: null,
      deletedAt: sql`now()`,
    })
    .where(sql`${messages.id} = ${id} and ${messages.deletedAt} is null`);
  await database.execute(sql`delete from upstream.message_attachments where message_id = ${id}`);
  await summarizeThread(database, clientId);
}
