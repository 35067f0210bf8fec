/** Writes the history: one row for each write, in the write's own transaction. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { clients } from "../clients/tables.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { toSnake } from "../engine/spelling.ts";
import { fullName } from "../identity/account-name.ts";
import { accounts } from "../identity/tables.ts";
import { type AttributeChange, activities } from "./tables.ts";

/** Everything that happens, in the words of a person who reads the history. */
export const activityLabels = {
  "client.created": "Client created",
  "client.updated": "Client details changed",
  "client.archived": "Client archived",
  "client.brought_back": "Client brought back",
  "client_import.completed": "Clients imported",
  "client_import.undone": "Import of clients undone",
  "buyer_profile.completed": "Buyer profile completed",
  "buyer_profile.updated": "Buyer profile changed",
  "client_person.added": "Person added to the household",
  "client_person.updated": "Person's details changed",
  "client_person.removed": "Person removed from the household",
  "package.created": "Package created",
  "package.updated": "Property details changed",
  "package.archived": "Package archived",
  "package.brought_back": "Package brought back",
  "opportunity.opened": "Deal opened",
  "opportunity.updated": "Opportunity changed",
  "opportunity.moved": "Stage changed",
  "opportunity.move_undone": "Change of stage undone",
  "showing.requested": "Showing requested",
  "showing.confirmed": "Showing confirmed",
  "showing.moved": "Showing changed",
  "showing.cancelled": "Showing cancelled",
  "comment.added": "Comment added",
  "comment.edited": "Comment edited",
  "comment.removed": "Comment removed",
  "task.created": "Task added",
  "task.updated": "Task changed",
  "task.completed": "Task done",
  "task.reopened": "Task not done after all",
  "task.removed": "Task removed",
  "task_template.created": "Template of a task added",
  "task_template.updated": "Template of a task changed",
  "task_template.removed": "Template of a task removed",
  "comparable.added": "Comparable added",
  "comparable.updated": "Comparable changed",
  "comparable.removed": "Comparable removed",
  "folder.created": "Folder made",
  "folder.updated": "Folder changed",
  "folder.trashed": "Folder put into the trash",
  "folder.brought_back": "Folder taken out of the trash",
  "folder.purged": "Folder removed for good",
  "document.added": "Document added",
  "document.updated": "Document changed",
  "document.replaced": "Document replaced",
  "document.trashed": "Document put into the trash",
  "document.brought_back": "Document taken out of the trash",
  "document.purged": "Document removed for good",
  "cost_estimate.created": "Costs estimated",
  "cost_estimate.updated": "Estimate of costs changed",
  "cost_template.created": "Template of costs added",
  "cost_template.updated": "Template of costs changed",
  "cost_template.removed": "Template of costs removed",
  "share_link.created": "Link made",
  "share_link.updated": "Link changed",
  "share_link.revoked": "Link revoked",
  "share_link.mailed": "Property shared with the client",
  "share_link.opened": "Shared property opened",
  "document_summary.requested": "AI summary requested",
  "document_summary.approved": "AI summary approved for clients",
  "document_summary.withdrawn": "AI summary hidden from clients",
  "inspection_report.requested": "Inspection report sent to be analyzed",
  "inspection_report.removed": "Inspection report removed from the inspections",
  "finding.added": "Finding added",
  "finding.accepted": "Proposed finding accepted",
  "finding.updated": "Finding changed",
  "finding.removed": "Finding removed",
  "workspace.created": "Workspace created",
  "workspace.updated": "Workspace settings changed",
} as const;
export type ActivityKind = keyof typeof activityLabels;

export interface NewActivity {
  readonly kind: ActivityKind;
  /** Who did it, and where; null for somebody without an account here. */
  readonly currentUser: { readonly accountId: string | null; readonly workspaceId: string };
  /** The client whose history it belongs to; null for the workspace's own. */
  readonly clientId: string | null;
  /** The package likewise. */
  readonly packageId?: string | null;
  /** And the opportunity. */
  readonly opportunityId?: string | null;
  /** What it was done to. */
  readonly subject: { readonly type: string; readonly id: string };
  readonly changes?: readonly AttributeChange[];
  /** The moment that is written when it is not now, as ISO 8601. */
  readonly occurredAt?: string;
}

/** Adds an event, and moves the client's last activity to it. */
export async function recordActivity(transaction: Queries, activity: NewActivity): Promise<void> {
  const {
    kind,
    currentUser,
    clientId,
    packageId = null,
    opportunityId = null,
    subject,
    changes = [],
    occurredAt,
  } = activity;
  const moment = occurredAt === undefined ? sql`clock_timestamp()` : sql`${occurredAt}::timestamptz`;
  await transaction.execute(sql`
    with moment as materialized (select ${moment} as at),
    touched as (
      update ${clients} set last_activity_at = greatest(last_activity_at, moment.at) from moment
      where ${clients.id} = ${clientId}::uuid
    )
    insert into ${activities}
      (workspace_id, client_id, package_id, opportunity_id, kind, label, actor_account_id, actor_name, subject_type, subject_id, changes, occurred_at)
    select ${currentUser.workspaceId}::uuid, ${clientId}::uuid, ${packageId}::uuid, ${opportunityId}::uuid, ${kind}::text, ${activityLabels[kind]}::text,
      ${accounts.id}, nullif(${fullName}, ''),
      ${subject.type}::text, ${subject.id}::uuid, ${JSON.stringify(changes)}::jsonb, moment.at
    from moment left join ${accounts} on ${accounts.id} = ${currentUser.accountId}::uuid`);
}

/**
 * Compares the attributes that were given with those that a record has.
 * @param given keys in camel case, values as the wire would show them
 * @returns what differs; nothing has to be written when that is nothing
 */
export function changesOf(record: WireRecord, given: Readonly<Record<string, unknown>>): AttributeChange[] {
  return Object.entries(given).flatMap(([name, after]) => {
    const field = toSnake(name);
    const before = record.attributes[field];
    return after === undefined || isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
  });
}
