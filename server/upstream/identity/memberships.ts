import { and, eq } from "drizzle-orm";
import type { Member, Role } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { memberships } from "../tables.ts";
import { memberHistory } from "./accounts.ts";

export interface NewMembership {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly role: Role;
}

/** Makes an account a member of a workspace; gives the membership's id. */
export async function insertMembership(queries: Queries, membership: NewMembership, now: Date): Promise<string> {
  return insertOne(queries, memberships, { ...membership, insertedAt: now, updatedAt: now });
}

/** What a workspace says of a member. */
interface MembershipChange {
  readonly role?: Exclude<Role, "owner"> | undefined;
  readonly notes?: string | null | undefined;
}

interface PresentMembership {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly notes: string | null;
}

/** Changes a membership that is locked; what is the same is left alone. The history says whose it is. */
export async function changeMembership(
  { database, currentUser, now }: { readonly database: Queries; readonly currentUser: Member; readonly now: Date },
  member: PresentMembership,
  { role = undefined, notes = member.notes }: MembershipChange,
): Promise<void> {
  const changesRole = role !== undefined && role !== member.role;
  const changesNotes = notes !== member.notes;
  if (!changesRole && !changesNotes) return;
  const own = and(eq(memberships.workspaceId, currentUser.workspaceId), eq(memberships.accountId, member.id));
  const values = { ...nextVersion(memberships), ...(changesRole && { role }), notes, updatedAt: now };
  await database.update(memberships).set(values).where(own);
  const write = { database, currentUser };
  const who = { field: "member", before: null, after: member.name };
  if (changesRole) {
    const changes = [who, { field: "role", before: member.role, after: role }];
    await recordEvent(write, memberHistory, "role_changed", member.id, changes);
  }
  if (changesNotes) {
    const changes = [who, { field: "member_notes", before: member.notes, after: notes }];
    await recordEvent(write, memberHistory, "notes_changed", member.id, changes);
  }
}
