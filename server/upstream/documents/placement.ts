/** What folders and documents have in common: where they belong, who is responsible, and the trash. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { type Attribute, computed, moment, momentText, uuid, type WireRecord } from "../engine/record.ts";
import type { Attributes, Filter } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";

/** How many days the trash keeps its contents. */
export const trashDays = 30;

export interface PlacementTable {
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

/** SQL of the account that is responsible: the agent of the package or client, or else the account that created it. */
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

/** Attributes of folders and documents: where they belong, and the trash. */
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
    /** The street of the property, or the name of the client, that it belongs to. */
    holder_name: computed(
      sql`coalesce((select p.street from upstream.packages p where p.id = ${packageId}),
        (select c.name from upstream.clients c where c.id = ${clientId}))`,
      z.string().nullable(),
    ),
  };
}

/** What a user may do to a folder or document. @param live the actions that are possible while it is not in the trash */
export function placementActions(currentUser: Member, attributes: Attributes, live: readonly string[] = ["update"]) {
  const { assigned_account_id: owner, trashed_at: trashed, trashed_with: along } = attributes;
  // What was moved to the trash with its folder is restored, or deleted, with it.
  if (along !== null) return [];
  return [
    ...(trashed === null && mayOn(currentUser, "records.edit", owner) ? live : []),
    ...(mayOn(currentUser, "records.archive", owner) ? ["trash"] : []),
    ...(trashed !== null && mayOn(currentUser, "records.purge", owner) ? ["purge"] : []),
  ];
}

/** Filters of whatever has a place. */
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

/** A filter by the id of the containing folder; "none" for what is in no folder. */
export function holderFilter(column: PgColumn): Filter {
  const byId = idFilter(column);
  return (value, ...asked) => (value === "none" ? sql`${column} is null` : byId(value, ...asked));
}
