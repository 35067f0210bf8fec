import { sql } from "drizzle-orm";
import { z } from "zod";
import { takeOverFromAbsent } from "../assignments/kept-records.ts";
import { client } from "../clients/client.ts";
import { settleLastActivity } from "../clients/client-filters.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { gone as over } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import { createRoute, findRoute, listRoute, type RecordWrite, removeRoute } from "../engine/table-routes.ts";
import { mayAny } from "../permissions.ts";
import { clientMerges, clients } from "../tables.ts";
import { choices, writeBack } from "./chosen-fields.ts";
import { clientMerge, clientMergeList } from "./client-merge.ts";
import { mergeClients, readBefore, removeAddedPeople, restoreDrafts, resumeOpportunities } from "./merging.ts";
import { moveRowsBack } from "./moving-rows.ts";
import { restoreNames, separateLinks } from "./names.ts";
import { restoreReads } from "./reads.ts";
import { lockThreads, restoreNumbers, separateThreads } from "./thread.ts";

const counts = z.object({
  people: z.int(),
  opportunities: z.int(),
  documents: z.int(),
  messages: z.int(),
  tasks: z.int(),
  portal_invitations: z.int(),
  share_links: z.int(),
  activities: z.int(),
});

const belongings = recordType("client_belongings", counts);

const belongingsRoute: Route = action({
  method: "GET",
  path: "/clients/:id/belongings",
  summary: "How much belongs to a client, by kind",
  access: "workspace",
  answers: { status: 200, of: belongings },
  async run({ database, currentUser, id }) {
    const { record } = await readOne(database, client, currentUser, id());
    const { rows } = await database.execute(
      sql`select ${sql.join(
        Object.keys(counts.shape).map((name) =>
          sql.raw(`(select count(*)::integer from upstream.${tables[name] ?? name} t
        where t.client_id = c.id ${conditions[name] ?? ""}) as ${name}`),
        ),
        sql`, `,
      )} from upstream.clients c where c.id = ${record.id}`,
    );
    return found(belongings, { id: record.id, attributes: counts.parse(rows[0]) });
  },
});

const tables: Readonly<Record<string, string>> = { people: "client_people" };

const conditions: Readonly<Record<string, string>> = {
  documents: "and t.trashed_at is null",
  messages: "and t.deleted_at is null",
  portal_invitations: "and t.revoked_at is null",
  share_links: "and t.revoked_at is null",
};

/** The returned client's history has the undo, too. */
const ofReturned = {
  ...clientMerge,
  history: clientMerge.history && { ...clientMerge.history, holders: { client: clientMerges.id } },
};

const merged = z.object({ client_id: z.string(), name: z.string(), undo_until: z.string().nullable() });

/** Restores the merged client. What was made since stays. @throws Refusal 410 after 10 minutes, 409 as `writeBack` */
async function undoMerge(write: RecordWrite): Promise<void> {
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
  await resumeOpportunities(write, before.endedDeals);
  await settleLastActivity(database, sql`${clients.id} in (${stays}, ${gone})`);
  await takeOverFromAbsent(write);
  const changes = [{ field: "client", before: rows[0]?.name ?? null, after: name }];
  await recordEvent(write, clientMerge, "undone", gone, changes);
  await recordEvent(write, ofReturned, "undone", gone, changes);
  await database.delete(clientMerges).where(isRecord(clientMerge, gone));
}

const creation = z.object({ clientId: z.uuid(), otherId: z.uuid(), ...choices });

export const clientMergeRoutes: readonly Route[] = [
  belongingsRoute,
  listRoute(clientMerge, clientMergeList, "Clients that were merged into others, newest first"),
  findRoute(clientMerge, "A client that was merged into another, by its former id"),
  createRoute(clientMerge, {
    summary: "Merge a client into another one that is the same",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: mergeClients,
  }),
  removeRoute(clientMerge, { summary: "Undo a merge of clients, within 10 minutes", needs: "undo", run: undoMerge }),
];
