import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { messages } from "../tables.ts";
import { summarizeThread } from "./add-message.ts";

/**
 * Takes the words and attachments of a message away. Its row stays, so that the thread says that something was there. The caller has
 * locked the thread and writes the event; again changes nothing.
 */
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
