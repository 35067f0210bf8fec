import { sql } from "drizzle-orm";
import { client } from "../clients/client.ts";
import { clients } from "../clients/tables.ts";
import type { Member } from "../engine/asker.ts";
import type { Queries } from "../engine/queries.ts";
import { readSome } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { isRecord } from "../engine/table-routes.ts";
import { opportunities } from "./tables.ts";

interface Pair {
  readonly packageId: string;
  readonly clientId: string;
  /** How the client was named on the wire. */
  readonly attribute: "client_id" | "client_ids";
}

/**
 * Opens an opportunity between a package and a client; one that is open already will do.
 * @returns the client
 * @throws Refusal 400 for a client who does not exist for the asker
 */
export async function pairWith(
  database: Queries,
  asker: Member,
  { packageId, clientId, attribute }: Pair,
): Promise<WireRecord> {
  const only = { where: isRecord(client, clientId), order: sql`${clients.id}`, limit: 1 };
  const [found] = await readSome(database, client, asker, only);
  if (found === undefined) throw invalidAttribute(attribute, "This client does not exist.");
  await database
    .insert(opportunities)
    .values({ workspaceId: asker.workspaceId, packageId, clientId, assignedAccountId: asker.accountId })
    .onConflictDoNothing();
  return found;
}
