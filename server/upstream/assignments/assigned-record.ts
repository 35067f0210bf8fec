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

/** The agent's column has the same name in all tables. */
export const assignedResources: Readonly<Record<AssignedKind, TableResource<PgTable, "reassigned">>> = {
  client,
  package: packageResource,
  opportunity,
};

export interface AssignedRecord {
  readonly kind: AssignedKind;
  readonly id: string;
  readonly version: string | number;
  readonly accountId: string | null;
  readonly can: readonly string[];
}

const assigned = z.object({ assigned_account_id: z.string().nullable() });

/** Reads a record and its agent. @throws Refusal 404 */
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

/** Locks a record and its agent for a write. @throws Refusal 404, 403 */
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
