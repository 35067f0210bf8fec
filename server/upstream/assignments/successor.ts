import { sql } from "drizzle-orm";
import type { Member, Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { memberships } from "../identity/tables.ts";
import { mayAny } from "../permissions.ts";

/**
 * Makes sure that somebody can be the agent of records, and stays a member until the transaction ends.
 * @throws Refusal 400 about the attribute for somebody who is no member, or may not change records
 */
export async function requireSuccessor(
  database: Queries,
  { workspaceId, plan }: Member,
  accountId: string,
  attribute: "account_id" | "successor_id" | "value",
): Promise<void> {
  const { rows } = await database.execute<{ role: Role }>(sql`select ${memberships.role} as role from ${memberships}
    where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId} for key share`);
  const role = rows[0]?.role;
  if (role === undefined) throw invalidAttribute(attribute, "This person is not a member of the workspace.");
  if (!mayAny({ role, plan }, "records.edit"))
    throw invalidAttribute(attribute, "Instructors only look at records. Choose another colleague.");
}
