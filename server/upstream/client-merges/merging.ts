/** Merges a client into another, in one transaction. */
import { sql } from "drizzle-orm";
import { client } from "../clients/client.ts";
import { settleLastActivity } from "../clients/last-activity.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import type { Write } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { type BeforeMerge, clientMerges, clients } from "../tables.ts";
import { type Choices, writeChosen } from "./chosen-fields.ts";
import { clientMerge } from "./client-merge.ts";
import { clientPlace, readColumns } from "./columns.ts";
import { endDoubleDeals } from "./deals.ts";
import { joinDrafts, readDrafts } from "./drafts.ts";
import { addFormerContacts } from "./household.ts";
import { beginMoving, moveRows } from "./moving-rows.ts";
import { joinLinks, numberTakenNames } from "./names.ts";
import { joinReads, readPositions, readReads } from "./reads.ts";
import { joinThreads, lockThreads, orderByTime, readThread } from "./thread.ts";

export interface Merging extends Choices {
  /** The client that stays. */
  readonly clientId: string;
  /** The one that is merged into it. */
  readonly otherId: string;
}

/**
 * What belongs to the other client belongs to this one then. What this one has already, as a person with the same address, is
 * kept for the undo with the other client's own rows. Two merges of the same clients wait for each other.
 * @returns the id of the merge, which is that of the other client
 * @throws Refusal 400, 403, 404, 409
 */
export async function mergeClients(write: Write<Merging>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { clientId: stays, otherId: gone } = attributes;
  if (stays === gone) throw invalidAttribute("other_id", "Choose another client.");
  const pair = { stays, gone, workspaceId: currentUser.workspaceId };
  await lockThreads(database, pair);
  await database.execute(sql`select from ${clients} where ${clients.id} in (${stays}, ${gone})
    and ${clients.workspaceId} = ${currentUser.workspaceId} order by ${clients.id} for update`);
  const own = await requireRecord(write, client, stays, "update");
  const theirs = await requireRecord(write, client, gone, "update");
  if (own.attributes.is_sample !== theirs.attributes.is_sample)
    throw invalidAttribute("other_id", "A sample client can't be merged with a client of your own.");
  const contacts = [await readColumns(database, clientPlace, stays), await readColumns(database, clientPlace, gone)];
  const [thread, drafts, positions] = [
    await readThread(database, stays),
    await readDrafts(database, stays),
    await readPositions(database, pair),
  ];
  const readBeforehand = await readReads(database, stays);
  const endedDeals = await endDoubleDeals(write, { ...pair, name: String(theirs.attributes.name) });
  await beginMoving(database);
  const renamed = await numberTakenNames(database, pair);
  const links = await joinLinks(database, pair);
  const chosen = await writeChosen(database, pair, attributes);
  const numbers = await orderByTime(database, pair);
  const moved = await moveRows(database, { from: gone, to: stays });
  const addedPeople = await addFormerContacts(database, stays, contacts);
  await joinThreads(database, pair);
  await joinReads(database, stays, positions);
  await joinDrafts(database, pair);
  const joinedDrafts = await readDrafts(database, stays);
  const threadVersion = (await readThread(database, stays))?.version ?? null;
  const reads = { before: readBeforehand, after: await readReads(database, stays) };
  const kept = { reads, addedPeople, renamed, links, endedDeals, numbers, thread, threadVersion, drafts, joinedDrafts };
  const before: BeforeMerge = { ...chosen, ...kept };
  await database.execute(sql`select upstream.take_out(${gone}, ${currentUser.workspaceId}, 'clients', ${gone})`);
  await database.insert(clientMerges).values({
    id: gone,
    workspaceId: currentUser.workspaceId,
    clientId: stays,
    name: String(theirs.attributes.name),
    mergedByName: nameOf(currentUser.accountId),
    moved,
    before,
  });
  await settleLastActivity(database, sql`${clients.id} = ${stays}`);
  const changes = [{ field: "client", before: theirs.attributes.name, after: own.attributes.name }];
  await recordEvent(write, clientMerge, "merged", gone, changes);
  return gone;
}

/** What an undo needs; null once it was swept. */
export async function readBefore(database: Queries, id: string) {
  const [row] = await database
    .select({ moved: clientMerges.moved, before: clientMerges.before })
    .from(clientMerges)
    .where(isRecord(clientMerge, id));
  return row?.before ? { moved: row.moved, before: row.before } : null;
}
