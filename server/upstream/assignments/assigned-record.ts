/** The kinds of records that have an assigned agent, and who may do something to one. */
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { client } from "../clients/client.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden } from "../engine/refusal.ts";
import type { TableResource } from "../engine/table.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { mayOn } from "../permissions.ts";

export const assignedKinds = ["client", "package", "opportunity"] as const;
export type AssignedKind = (typeof assignedKinds)[number];

/** What is reassigned; their tables call the agent's column alike. */
export const assignedResources: Readonly<Record<AssignedKind, TableResource<PgTable, "reassigned">>> = {
  client,
  package: packageResource,
  opportunity,
};

/** A record with an assigned agent, as far as its assignment is concerned. */
export interface AssignedRecord {
  readonly kind: AssignedKind;
  readonly id: string;
  readonly version: string | number;
  /** Whose record it is; null where nobody's. */
  readonly accountId: string | null;
  readonly can: readonly string[];
}

const assigned = z.object({ assigned_account_id: z.string().nullable() });

/**
 * Reads a record with its agent.
 * @param isLocked keeps other writes away from it until the transaction ends
 * @throws Refusal 404 where it does not exist for the current user
 */
export async function readAssigned(
  database: Reads,
  currentUser: Member,
  kind: AssignedKind,
  id: string,
  isLocked = false,
): Promise<AssignedRecord> {
  const { record } = await readOne(database, assignedResources[kind], currentUser, id, { isLocked });
  const accountId = assigned.parse(record.attributes).assigned_account_id;
  const can = mayOn(currentUser, "records.reassign", accountId) ? ["reassign"] : [];
  return { kind, id: record.id, version: record.version ?? 1, accountId, can };
}

/** The same, locked, for a write. @throws Refusal 404, 403 */
export async function requireAssigned(
  database: Queries,
  currentUser: Member,
  kind: AssignedKind,
  id: string,
): Promise<AssignedRecord> {
  const record = await readAssigned(database, currentUser, kind, id, true);
  if (!record.can.includes("reassign")) throw forbidden();
  return record;
}
