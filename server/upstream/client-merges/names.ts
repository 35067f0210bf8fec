/** Names and links that two clients have both. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { freeName, type Named, nameKeyOf } from "../documents/names.ts";
import { relabeledSearchText } from "../documents/versions.ts";
import type { Queries } from "../engine/queries.ts";
import { type BeforeMerge, documents, folders } from "../tables.ts";

interface Pair {
  readonly stays: string;
  readonly gone: string;
  readonly workspaceId: string;
}

type Renamed = BeforeMerge["renamed"][number];

/** Adds a number where the staying client has the name. */
export async function numberTakenNames(database: Queries, { stays, gone, workspaceId }: Pair): Promise<Renamed[]> {
  const { rows } = await database.execute(sql`
    select 'folder' as named, t.id, t.name from upstream.folders t where t.client_id = ${gone} and t.parent_id is null
      and t.trashed_at is null and exists (select from upstream.folders own where own.client_id = ${stays}
        and own.parent_id is null and own.trashed_at is null and own.name_key = t.name_key)
    union all
    select 'document', t.id, t.label from upstream.documents t where t.client_id = ${gone} and t.folder_id is null
      and t.trashed_at is null and exists (select from upstream.documents own where own.client_id = ${stays}
        and own.folder_id is null and own.trashed_at is null and own.label_key = t.label_key)`);
  const taken = z
    .array(z.object({ named: z.enum(["folder", "document"]), id: z.string(), name: z.string() }))
    .parse(rows);
  const names = { folderId: null, packageId: null, workspaceId };
  for (const { named, id, name } of taken) {
    const free = await freeName(database, named, { ...names, clientId: stays }, name);
    // The name has to be free where it is until it is moved, too.
    await rename(database, named, id, await freeName(database, named, { ...names, clientId: gone }, free));
  }
  return taken;
}

/** Gives renamed documents and folders their former names. */
export async function restoreNames(database: Queries, renamed: readonly Renamed[]): Promise<void> {
  for (const { named, id, name } of renamed) await rename(database, named, id, name);
}

async function rename(database: Queries, named: Named, id: string, name: string): Promise<void> {
  const key = nameKeyOf(name);
  if (named === "folder") {
    await database.update(folders).set({ name, nameKey: key }).where(sql`${folders.id} = ${id}`);
  } else {
    const searchText = relabeledSearchText(name);
    await database
      .update(documents)
      .set({ label: name, labelKey: key, searchText })
      .where(sql`${documents.id} = ${id}`);
  }
}

/** Addresses of one link lead to the other of the same property. */
export async function joinLinks(database: Queries, { stays, gone }: Pair): Promise<BeforeMerge["links"]> {
  const { rows } = await database.execute(sql`
    with doubled as (
      select theirs.id as from_id, own.id as to_id from upstream.share_links theirs
      join upstream.share_links own on own.package_id = theirs.package_id and own.client_id = ${stays} and own.revoked_at is null
      where theirs.client_id = ${gone} and theirs.revoked_at is null
    ), moved as (
      update upstream.share_tokens t set share_link_id = doubled.to_id from doubled where t.share_link_id = doubled.from_id
      returning doubled.from_id, doubled.to_id, encode(t.token_hash, 'hex') as token
    )
    select from_id as "from", to_id as "to", array_agg(token) as tokens from moved group by from_id, to_id`);
  return z.array(z.object({ from: z.string(), to: z.string(), tokens: z.array(z.string()) })).parse(rows);
}

/** Separates the links that a merge joined. */
export async function separateLinks(database: Queries, links: BeforeMerge["links"]): Promise<void> {
  for (const { from, to, tokens } of links)
    await database.execute(sql`
      update upstream.share_tokens set share_link_id = ${from} where share_link_id = ${to}
        and encode(token_hash, 'hex') in ${[...tokens]}`);
}
