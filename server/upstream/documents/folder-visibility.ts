/** Shows a folder to clients or hides it: what is added from then on, and when it is asked for, what is inside already. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordEvents } from "../engine/history.ts";
import { changeRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { documents, folders } from "../tables.ts";
import { document } from "./document.ts";
import { folder } from "./folder.ts";

const input = z.object({ isClientVisible: z.boolean(), withContents: z.boolean().optional() });

interface Changed extends Record<string, unknown> {
  readonly id: string;
}

async function setVisibility(write: RecordWrite<z.output<typeof input>>): Promise<void> {
  const { isClientVisible, withContents = false } = write.attributes;
  await changeRecord(write, folder, "updated", { isClientVisible });
  if (withContents) await setContents(write, isClientVisible);
}

/** What is in the trash stays as it is. */
async function setContents(write: RecordWrite, isClientVisible: boolean): Promise<void> {
  const { database, record } = write;
  const inside = sql`with recursive inside (id, depth) as (
    select ${record.id}::uuid, 1
    union all
    select f.id, inside.depth + 1 from upstream.folders f, inside
    where f.parent_id = inside.id and not f.is_trashed and inside.depth < 50)`;
  const version = sql`version = version + 1, updated_at = clock_timestamp()`;
  const changed = async (table: typeof folders | typeof documents, which: ReturnType<typeof sql>) => {
    const { rows } = await database.execute<Changed>(sql`${inside} update ${table}
      set is_client_visible = ${isClientVisible}, ${version}
      where ${which} and not is_trashed and is_client_visible <> ${isClientVisible} returning id`);
    return rows.map(({ id }) => id);
  };
  const changes = [{ field: "is_client_visible", before: !isClientVisible, after: isClientVisible }];
  await recordEvents(write, folder, "updated", await changed(folders, sql`id in (select id from inside)`), changes);
  const shown = await changed(documents, sql`folder_id in (select id from inside)`);
  await recordEvents(write, document, "updated", shown, changes);
}

export const folderVisibilityRoute = changeRoute(folder, {
  summary: "Show a folder to clients or hide it: what is added to it, and with `with_contents` what is inside already",
  method: "POST",
  below: "/visibility",
  needs: "show",
  input,
  run: setVisibility,
});
