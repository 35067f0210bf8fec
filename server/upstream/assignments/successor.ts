import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { holdMembership } from "../identity/held-membership.ts";
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
  const role = await holdMembership(database, { workspaceId, accountId });
  if (role === null) throw invalidAttribute(attribute, "This person is not a member of the workspace.");
  if (!mayAny({ role, plan }, "records.edit"))
    throw invalidAttribute(attribute, "Instructors only look at records. Choose another colleague.");
}
