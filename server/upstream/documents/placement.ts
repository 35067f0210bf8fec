/** Place, responsible account and trash of folders and documents. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { type Attribute, computed, moment, momentText, uuid, type WireRecord } from "../engine/record.ts";
import type { Attributes, Filter } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";

export const trashDays = 30;

interface PlacementTable {
  readonly workspaceId: PgColumn;
  readonly packageId: PgColumn;
  readonly clientId: PgColumn;
  readonly accountId: PgColumn;
  readonly trashedAt: PgColumn;
  readonly trashedWith: PgColumn;
  readonly isTrashed: PgColumn;
  readonly insertedAt: PgColumn;
  readonly updatedAt: PgColumn;
}

/** SQL of the responsible account: the agent of package or client, or else the creator. */
export function ownerOf({ packageId, clientId, accountId }: PlacementTable): SQL {
  return sql`case
    when ${packageId} is not null then (select p.assigned_account_id from upstream.packages p where p.id = ${packageId})
    when ${clientId} is not null then (select c.assigned_account_id from upstream.clients c where c.id = ${clientId})
    else ${accountId} end`;
}

const ownerIds = z.object({ package_id: z.string().nullable(), client_id: z.string().nullable() });

/** The package and the client that a folder or document belongs to. */
export function ownerIdsOf({ attributes }: WireRecord) {
  const { package_id: packageId, client_id: clientId } = ownerIds.parse(attributes);
  return { packageId, clientId };
}

/** Attributes of folders and documents: place and trash. */
export function placementAttributes(table: PlacementTable): Readonly<Record<string, Attribute>> {
  const { packageId, clientId, trashedAt } = table;
  const end = sql`(${trashedAt} + interval '${sql.raw(String(trashDays))} days')`;
  return {
    package_id: uuid(packageId),
    client_id: uuid(clientId),
    workspace_id: uuid(table.workspaceId),
    assigned_account_id: computed(ownerOf(table), z.uuid().nullable()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    trashed_at: moment(trashedAt),
    trash_ends_at: computed(momentText(end), z.iso.datetime().nullable()),
    trashed_with: uuid(table.trashedWith),
    /** The property's street, or the client's name. */
    holder_name: computed(
      sql`coalesce((select p.street from upstream.packages p where p.id = ${packageId}),
        (select c.name from upstream.clients c where c.id = ${clientId}))`,
      z.string().nullable(),
    ),
  };
}

/** @param live actions that are possible outside of the trash */
export function placementActions(currentUser: Member, attributes: Attributes, live: readonly string[] = ["update"]) {
  const { assigned_account_id: owner, trashed_at: trashed, trashed_with: along } = attributes;
  // What was trashed with its folder is restored or deleted with it.
  if (along !== null) return [];
  return [
    ...(trashed === null && mayOn(currentUser, "records.edit", owner) ? live : []),
    ...(mayOn(currentUser, "records.archive", owner) ? ["trash"] : []),
    ...(trashed !== null && mayOn(currentUser, "records.purge", owner) ? ["purge"] : []),
  ];
}

/** Filters by place. */
export function placementFilters(table: PlacementTable): Readonly<Record<string, Filter>> {
  return {
    package_id: idFilter(table.packageId),
    client_id: idFilter(table.clientId),
    workspace: trueOrFalse((isTrue) => {
      const isOwn = sql`${table.packageId} is null and ${table.clientId} is null`;
      return isTrue ? isOwn : sql`not (${isOwn})`;
    }),
    trashed: trueOrFalse((isTrue) => {
      if (!isTrue) return sql`${table.isTrashed} = false`;
      return sql`${table.isTrashed} = true and ${table.trashedWith} is null`;
    }),
  };
}

/** By the containing folder; "none" for outside of folders. */
export function holderFilter(column: PgColumn): Filter {
  const byId = idFilter(column);
  return (value, ...asked) => (value === "none" ? sql`${column} is null` : byId(value, ...asked));
}
