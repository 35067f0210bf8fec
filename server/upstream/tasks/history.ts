/** Tasks in the histories of what they are about. */
import { z } from "zod";
import { type ActivityKind, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { isRecord } from "../engine/table-routes.ts";
import { task } from "./task.ts";

const holders = z.object({
  client_id: z.string().nullable(),
  package_id: z.string().nullable(),
  about: z.object({ type: z.string(), id: z.string() }).nullable(),
});

export interface TaskEvent {
  readonly database: Queries;
  readonly currentUser: Member;
  readonly kind: Extract<ActivityKind, `task.${string}`>;
  readonly record: WireRecord;
  readonly changes: readonly AttributeChange[];
}

/** Writes what happened to a task into the histories of the client, the package and the opportunity that it is about. */
export async function noteTask({ database, currentUser, kind, record, changes }: TaskEvent): Promise<void> {
  const { client_id: clientId, package_id: packageId, about } = holders.parse(record.attributes);
  const opportunityId = about?.type === "opportunity" ? about.id : null;
  await recordActivity(database, { kind, currentUser, clientId, packageId, opportunityId, subject: record, changes });
}

/** A task as it is now. */
export async function readTask(database: Queries, currentUser: Member, id: string): Promise<WireRecord> {
  return (await readOne(database, task, currentUser, isRecord(task, id))).record;
}

/** What people are told of a task: names in the place of ids. */
function toldOf(record: WireRecord | null): Readonly<Record<string, unknown>> {
  if (record === null) return {};
  const { title, due_on, repeat, assignee_name: assignee, about, is_visible_to_client } = record.attributes;
  const name = z.object({ name: z.string() }).nullable().parse(about)?.name ?? null;
  return { title, due_on, repeat: repeat === "none" ? null : repeat, assignee, about: name, is_visible_to_client };
}

/** What differs between two states of a task; null: it is not there. */
export function differences(before: WireRecord | null, after: WireRecord | null): AttributeChange[] {
  const [was, is] = [toldOf(before), toldOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const change = { field, before: was[field] ?? null, after: is[field] ?? null };
    const isNothing = change.before === change.after || (before === null && change.after === false);
    return isNothing ? [] : [change];
  });
}
