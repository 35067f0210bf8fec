import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { memberships } from "./tables.ts";

export interface NewMembership {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly role: Role;
}

/** Makes an account a member of a workspace; gives the membership's id. */
export async function insertMembership(queries: Queries, membership: NewMembership, now: Date): Promise<string> {
  const [row] = await queries
    .insert(memberships)
    .values({ ...membership, insertedAt: now, updatedAt: now })
    .returning({ id: memberships.id });
  if (!row) throw new Error("The membership was not stored.");
  return row.id;
}
