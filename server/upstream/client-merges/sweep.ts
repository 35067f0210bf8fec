/** Removes what was kept of merges that can no longer be undone. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { picturePathOf, pictures } from "../pictures/pictures.ts";

/** Longer than a merge can be undone, so that nobody's undo is under way. */
const keptMinutes = 60;

/** The id of the client that is no more goes on leading to the one that stays. @returns how many merges were swept */
export async function sweepMerges(database: Queries, now: Date): Promise<number> {
  const isOver = sql`merged_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${keptMinutes}) and before is not null`;
  return database.transaction(async (transaction) => {
    // Photos that neither client shows any more.
    await transaction.execute(sql`
      delete from ${pictures} using upstream.client_merges m
      left join upstream.kept_rows k on k.holder_id = m.id and k.table_name = 'clients'
      where m.${isOver} and ${pictures.workspaceId} = m.workspace_id
        and ${picturePathOf(pictures.id)} in (k.content ->> 'profile_image_url', m.before #>> '{client,profile_image_url,before}')
        and not exists (select from upstream.clients c where c.profile_image_url = ${picturePathOf(pictures.id)})`);
    await transaction.execute(sql`
      delete from upstream.kept_rows k using upstream.client_merges m where k.holder_id = m.id and m.${isOver}`);
    await transaction.execute(sql`
      delete from upstream.kept_links k using upstream.client_merges m where k.holder_id = m.id and m.${isOver}`);
    // The client that stays was in the trash meanwhile: nobody can undo that merge.
    await transaction.execute(sql`
      delete from upstream.kept_rows k where not exists (select from upstream.client_merges m where m.id = k.holder_id)
        and not exists (select from upstream.trashed_records t where t.id = k.holder_id)
        and not exists (select from upstream.kept_rows waiting where waiting.table_name = 'client_merges'
          and waiting.content ->> 'id' = k.holder_id::text)`);
    const { rowCount } = await transaction.execute(sql`
      update upstream.client_merges m set moved = '{}', before = null where m.${isOver}`);
    return rowCount ?? 0;
  });
}
