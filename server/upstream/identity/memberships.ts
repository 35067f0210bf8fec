import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { memberships } from "./tables.ts";

export interface NewMembership {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly role: Role;
}

/** Makes an account a member of a workspace; gives the membership's id. */
export async function insertMembership(queries: Queries, membership: NewMembership, now: Date): Promise<string> {
  return insertOne(queries, memberships, { ...membership, insertedAt: now, updatedAt: now });
}
