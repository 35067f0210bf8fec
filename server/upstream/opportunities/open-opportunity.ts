import { sql } from "drizzle-orm";
import { client } from "../clients/client.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { packageResource } from "../packages/package.ts";
import { opportunities } from "../tables.ts";
import { addStageTasks } from "../tasks/date-tasks.ts";
import { opportunity } from "./opportunity.ts";

export interface Pair {
  readonly clientId: string;
  readonly packageId: string;
  readonly rank?: "High" | "Medium" | "Low" | undefined;
  /** The attribute that a refusal names. */
  readonly clientAttribute?: "client_id" | "client_ids";
}

export interface Opened {
  readonly id: string;
  /** False where one is under way, which is given then. */
  readonly isNew: boolean;
  readonly client: WireRecord;
}

/** Opens an opportunity of client and package, unless one is under way. @throws Refusal 400 for records that do not exist for the user */
export async function openOpportunity(database: Queries, currentUser: Member, pair: Pair): Promise<Opened> {
  const { clientId, packageId, rank = "Medium", clientAttribute = "client_id" } = pair;
  const found = await findRecord(database, client, currentUser, clientId);
  if (found === null) throw invalidAttribute(clientAttribute, "This client does not exist.");
  const property = await findRecord(database, packageResource, currentUser, packageId);
  if (property === null) throw invalidAttribute("package_id", "This property does not exist.");
  const isSample = found.attributes.is_sample === true;
  if (isSample !== (property.attributes.is_sample === true)) throw invalidAttribute(clientAttribute, mixed);
  const { workspaceId, accountId } = currentUser;
  const [row] = await database
    .insert(opportunities)
    .values({ workspaceId, packageId, clientId, rank, assignedAccountId: accountId })
    .onConflictDoNothing()
    .returning({ id: opportunities.id });
  if (!row) return { id: await findActive(database, clientId, packageId), isNew: false, client: found };
  const changes = [{ field: "stage", before: null, after: "open" }];
  await recordEvent({ database, currentUser }, opportunity, "opened", row.id, changes);
  await addStageTasks({ database, currentUser }, row.id, "open");
  return { id: row.id, isNew: true, client: found };
}

const mixed = "Sample clients go with sample properties, and your own with your own.";

async function findActive(database: Queries, clientId: string, packageId: string): Promise<string> {
  const [row] = await database
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(
      sql`${opportunities.clientId} = ${clientId} and ${opportunities.packageId} = ${packageId} and ${opportunities.isActive}`,
    );
  if (!row) throw new Error("The opportunity that is under way was not found.");
  return row.id;
}
