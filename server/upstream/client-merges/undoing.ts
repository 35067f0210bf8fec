/** Takes a merge of two clients back. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { takeOverFromAbsent } from "../assignments/kept-records.ts";
import { settleLastActivity } from "../clients/last-activity.ts";
import { recordEvent } from "../engine/history.ts";
import { gone as over } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { clientMerges, clients } from "../tables.ts";
import { writeBack } from "./chosen-fields.ts";
import { clientMerge } from "./client-merge.ts";
import { resumeDeals } from "./deals.ts";
import { restoreDrafts } from "./drafts.ts";
import { removeAddedPeople } from "./household.ts";
import { readBefore } from "./merging.ts";
import { moveRowsBack } from "./moving-rows.ts";
import { restoreNames, separateLinks } from "./names.ts";
import { restoreReads } from "./reads.ts";
import { lockThreads, restoreNumbers, separateThreads } from "./thread.ts";

/** The history of the client that is back shows the undo, too. */
const ofReturned = {
  ...clientMerge,
  history: clientMerge.history && { ...clientMerge.history, holders: { client: clientMerges.id } },
};

const merged = z.object({ client_id: z.string(), name: z.string(), undo_until: z.string().nullable() });

/**
 * The other client is back with everything that came along. What was made since the merge stays with the client that stayed.
 * @throws Refusal 410 after 10 minutes, 409 where the client who stays could be neither written to nor called then
 */
export async function undoMerge(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const { client_id: stays, name, undo_until: until } = merged.parse(record.attributes);
  const gone = record.id;
  await lockThreads(database, { stays, gone });
  const { rows } = await database.execute<{ name: string }>(
    sql`select name from ${clients} where ${clients.id} = ${stays} for update`,
  );
  const kept = await readBefore(database, gone);
  const { rows: held } = await database.execute(sql`
    select from upstream.kept_rows where holder_id = ${gone} and table_name = 'clients'`);
  if (until === null || kept === null || held.length === 0)
    throw over("undo_over", "These clients can no longer be separated: 10 minutes have passed since they were merged.");
  const { moved, before } = kept;
  await database.execute(sql`select upstream.put_back(${gone})`);
  await moveRowsBack(database, moved, { from: stays, to: gone });
  await restoreNumbers(database, before.numbers);
  await restoreNames(database, before.renamed);
  await separateLinks(database, before.links);
  await removeAddedPeople(database, before.addedPeople);
  await writeBack(database, stays, before);
  await restoreDrafts(database, stays, { before: before.drafts, joined: before.joinedDrafts ?? [] });
  await restoreReads(database, stays, before.reads);
  await separateThreads(database, { stays, gone }, { before: before.thread, after: before.threadVersion });
  await resumeDeals(write, before.endedDeals);
  await settleLastActivity(database, sql`${clients.id} in (${stays}, ${gone})`);
  await takeOverFromAbsent(write);
  const changes = [{ field: "client", before: rows[0]?.name ?? null, after: name }];
  await recordEvent(write, clientMerge, "undone", gone, changes);
  await recordEvent(write, ofReturned, "undone", gone, changes);
  await database.delete(clientMerges).where(isRecord(clientMerge, gone));
}
