/** Queues files whose texts are to be read, for searches. */
import { sql } from "drizzle-orm";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { AfterCommit } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { documentTexts, type files } from "../tables.ts";

/** The key is the file's id. One at a time, since a worker may use much memory. */
export const textQueue: JobQueue = {
  name: "document_text",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 300,
  retries: 5,
  retrySeconds: 10,
};

/** Queued after the transaction that makes a document of the file. */
export async function enqueueText(
  { database, afterCommit }: { readonly database: Queries; readonly afterCommit: AfterCommit },
  { id: fileId, kind }: Pick<typeof files.$inferSelect, "id" | "kind">,
  workspaceId: string,
): Promise<void> {
  if (kind !== "pdf" && kind !== "text") return;
  await database.insert(documentTexts).values({ fileId, workspaceId }).onConflictDoNothing();
  await afterCommit(textQueue, fileId);
}

const maxAtOnce = 1000;

/** Queues texts again that have been waiting for long: after an outage, or from a restored dump. @returns their number */
export async function requeueStaleTexts(database: Queries, afterCommit: AfterCommit): Promise<number> {
  const waiting = await database
    .select({ fileId: documentTexts.fileId })
    .from(documentTexts)
    .where(sql`${documentTexts.state} = 'queued' and ${documentTexts.insertedAt} < now() - interval '10 minutes'`)
    .orderBy(documentTexts.insertedAt)
    .limit(maxAtOnce);
  for (const { fileId } of waiting) await afterCommit(textQueue, fileId);
  return waiting.length;
}
