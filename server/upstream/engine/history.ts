/** Writes the history: one event for each write, in the same transaction. */
import { isDeepStrictEqual } from "node:util";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type AttributeChange, accounts, activities } from "../tables.ts";
import { fullName } from "./account-name.ts";
import type { Queries } from "./queries.ts";
import type { WireRecord } from "./record.ts";
import { toSnake } from "./spelling.ts";
import { currentOrigin } from "./visitor-origin.ts";

/** Topics of events, by which the activity log is filtered. */
export const topics = [
  "clients",
  "packages",
  "opportunities",
  "showings",
  "comments",
  "documents",
  "inspections",
  "costs",
  "sharing",
  "tasks",
  "messages",
  "portal",
  "workspace",
  "access",
] as const;

/** Topics whose events belong to no record. */
export const topicsWithoutRecords = ["workspace", "access"] as const satisfies readonly (typeof topics)[number][];

export interface History<Event extends string> {
  readonly topic: (typeof topics)[number];
  readonly labels: Readonly<Record<Event, string>>;
  /**
   * SQL of the ids of the client, package and opportunity whose histories show the events, read from the record's row.
   * Without any, the events are the workspace's own.
   */
  readonly holders?: Readonly<Partial<Record<"client" | "package" | "opportunity", SQLWrapper>>>;
  readonly contact?: Readonly<Partial<Record<Event, true | ((changes: readonly AttributeChange[]) => boolean)>>>;
  /** Attributes that are listed when a record is created or removed, in wire spelling. */
  readonly summary?: readonly string[];
}

/** A kind of record that has a history. Its events have the kind `<type>.<event>`. */
export interface WithHistory<Event extends string> {
  readonly type: string;
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly history: History<Event> | null;
}

/** The account is null for visitors and clients, who are recorded by name. */
export interface WriteContext {
  readonly database: Queries;
  readonly currentUser: {
    readonly accountId: string | null;
    readonly workspaceId: string;
    readonly actorName?: string;
  };
  /** Id of the batch that changes many records at once. Its own event stands for theirs in the whole log, and none is contact. */
  readonly partOf?: string;
}

export interface EventColumns {
  readonly kind: string;
  readonly label: string;
  readonly topic: string;
}

/** The columns of an activity that follow from its event. */
export function eventColumns<Event extends string>({ type, history }: WithHistory<Event>, event: Event): EventColumns {
  if (history === null) throw new Error(`Records of the type ${type} have no history.`);
  return { kind: `${type}.${event}`, label: history.labels[event], topic: history.topic };
}

/** Called for each event of a single record, in its transaction. */
type EventListener = (database: Queries, kind: string, activityId: string) => Promise<void>;

const listeners = new Set<EventListener>();

/** Registers a listener for each event of a single record; registering it twice is registering it once. */
export function onEvent(listener: EventListener): void {
  listeners.add(listener);
}

/**
 * Adds an event to a record's history, moves the client's last activity if the event is contact, and calls the listeners of
 * `onEvent`. The record's row has to exist. @param occurredAt ISO 8601; now when not given
 */
export async function recordEvent<Event extends string>(
  write: WriteContext,
  resource: WithHistory<Event>,
  event: Event,
  id: string,
  changes: readonly AttributeChange[] = [],
  occurredAt?: string,
): Promise<void> {
  const rule = resource.history?.contact?.[event];
  const isContact = write.partOf === undefined && (rule === true || rule?.(changes) === true);
  const written = await insertEvents(write, resource, event, [id], { changes, occurredAt, isContact });
  if (written.length !== 1) throw new Error(`There is no ${resource.type} ${id} to write the history of.`);
  const { kind } = eventColumns(resource, event);
  for (const activityId of written) for (const listener of listeners) await listener(write.database, kind, activityId);
}

/** The changes that an event lists: the same for all records, or by the id of each. */
type ListedChanges = readonly AttributeChange[] | ReadonlyMap<string, readonly AttributeChange[]>;

interface Told {
  readonly changes: ListedChanges;
  readonly isContact: boolean;
  readonly occurredAt?: string | undefined;
}

/** Adds the same event to the histories of many records in one query, without listeners and without contact. */
export async function recordEvents<Event extends string>(
  write: WriteContext,
  resource: WithHistory<Event>,
  event: Event,
  ids: readonly string[],
  changes: ListedChanges,
): Promise<void> {
  if (ids.length > 0) await insertEvents(write, resource, event, ids, { changes, isContact: false });
}

async function insertEvents<Event extends string>(
  { database, currentUser, partOf }: WriteContext,
  resource: WithHistory<Event>,
  event: Event,
  ids: readonly string[],
  { changes, isContact, occurredAt }: Told,
): Promise<string[]> {
  const { kind, label, topic } = eventColumns(resource, event);
  const {
    client = sql`null`,
    package: packageId = sql`null`,
    opportunity = sql`null`,
  } = resource.history?.holders ?? {};
  const moment = occurredAt === undefined ? sql`clock_timestamp()` : sql`${occurredAt}::timestamptz`;
  const { rows } = await database.execute<{ id: string }>(sql`
    with subject as materialized (
      select ${resource.id} as id, ${moment} as at, ${client}::uuid as client_id, ${packageId}::uuid as package_id,
        ${opportunity}::uuid as opportunity_id
      from ${resource.table} where ${resource.id} in ${[...ids]}
    ), active_client as (
      update upstream.clients as client set last_activity_at = greatest(client.last_activity_at, subject.at) from subject
      where client.id = subject.client_id and ${isContact}
    )
    insert into ${activities}
      (workspace_id, client_id, package_id, opportunity_id, kind, topic, label, actor_account_id, actor_name, subject_type,
        subject_id, changes, occurred_at, is_contact, part_of, device, network)
    select ${currentUser.workspaceId}::uuid, client_id, package_id, opportunity_id, ${kind}::text, ${topic}::text,
      ${label}::text, ${accounts.id}, coalesce(nullif(${fullName}, ''), ${currentUser.actorName ?? null}::text), ${resource.type}::text, subject.id,
      ${changesJson(changes)}, subject.at, ${isContact}, ${partOf ?? null}::uuid, ${originValues()}
    from subject left join ${accounts} on ${accounts.id} = ${currentUser.accountId}::uuid
    returning ${activities.id} as id`);
  return rows.map(({ id }) => id);
}

function changesJson(changes: ListedChanges): SQL {
  if (!(changes instanceof Map)) return sql`${JSON.stringify(changes)}::jsonb`;
  return sql`coalesce(${JSON.stringify(Object.fromEntries(changes))}::jsonb -> subject.id::text, '[]')`;
}

/** SQL of the values of an event's columns `device` and `network`. */
export function originValues(): SQL {
  const { device, network } = currentOrigin() ?? { device: "", network: "" };
  return sql`nullif(${device}::text, ''), nullif(${network}::text, '')`;
}

/** The attributes of a record that would change. @param given keys in camel case, values as on the wire */
export function changesOf(record: WireRecord, given: Readonly<Record<string, unknown>>): AttributeChange[] {
  return Object.entries(given).flatMap(([name, after]) => {
    const field = toSnake(name);
    const before = record.attributes[field];
    return after === undefined || isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
  });
}
