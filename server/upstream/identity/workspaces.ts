import { and, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod";
import type { Plan, Role } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import { emptyIsNull, optionalLine, phoneNumber, textOf, webAddress } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { handles, memberships, type Picture, workspaces } from "../tables.ts";
import { claimHandle, retireHandle } from "./handles.ts";
import { insertMembership } from "./memberships.ts";

export const workspaceHistory = {
  type: "workspace",
  table: workspaces,
  id: workspaces.id,
  history: {
    topic: "workspace",
    labels: {
      created: "Workspace created",
      updated: "Workspace settings changed",
      plan_requested: "Plan change requested",
      plan_request_withdrawn: "Plan request withdrawn",
      plan_request_declined: "Plan request declined",
      plan_changed: "Plan changed",
      member_removed: "Member removed",
      member_left: "Member left",
      transfer_requested: "Transfer of ownership requested",
      transferred: "Ownership transferred",
      deletion_requested: "Deletion of the workspace requested",
      confirmation_withdrawn: "Transfer or deletion withdrawn",
      closed: "Workspace deleted",
      restored: "Workspace restored",
      clients_exported: "Clients exported",
      packages_exported: "Properties exported",
      opportunities_exported: "Opportunities exported",
      log_exported: "Audit log exported",
      documents_downloaded: "Documents downloaded as a zip file",
      showing_downloaded: "Showing downloaded for a calendar",
      export_requested: "Export of the workspace started",
      samples_added: "Sample data added",
      samples_removed: "Sample data taken out",
      exported: "Archive of the workspace downloaded",
    },
  },
} as const;

export type Workspace = typeof workspaces.$inferSelect;

export interface NewWorkspace {
  readonly name: string;
  /** Normalized and well-formed; it may be taken. */
  readonly handle: string;
  readonly ownerId: string;
  readonly plan?: Plan;
  /** IANA name. */
  readonly timeZone?: string | undefined;
  /** The address for which the handle is held. */
  readonly heldFor?: string;
  /** Its id in the API. */
  readonly apiWorkspaceId?: string | null;
}

export interface MemberWorkspaceRow {
  readonly workspace: Workspace;
  readonly role: Role;
}

/** Inserts a workspace with its owner. @returns its id; null when the handle is taken */
export async function insertWorkspace(queries: Queries, wanted: NewWorkspace, now: Date): Promise<string | null> {
  const { name, handle, ownerId, plan = "free", timeZone, heldFor, apiWorkspaceId = null } = wanted;
  const id = crypto.randomUUID();
  const zone = timeZone === undefined ? {} : { timeZone };
  await queries
    .insert(workspaces)
    .values({ id, name, handle, plan, apiWorkspaceId, ...zone, insertedAt: now, updatedAt: now });
  const claimant = heldFor === undefined ? { workspaceId: id } : { workspaceId: id, email: heldFor };
  if (!(await claimHandle(queries, handle, claimant, now))) return null;
  await insertMembership(queries, { workspaceId: id, accountId: ownerId, role: "owner" }, now);
  const write = { database: queries, currentUser: { accountId: ownerId, workspaceId: id } };
  await recordEvent(write, workspaceHistory, "created", id, [], now.toISOString());
  return id;
}

type Starter = (queries: Queries, workspaceId: string, ownerId: string) => Promise<void>;

const starters = new Set<Starter>();

/** Registers a function for each workspace that somebody creates, in its transaction; twice is once. */
export function onNewWorkspace(starter: Starter): void {
  starters.add(starter);
}

/** The same, with what other rooms add to a new workspace. */
export async function foundWorkspace(queries: Queries, wanted: NewWorkspace, now: Date): Promise<string | null> {
  const id = await insertWorkspace(queries, wanted, now);
  if (id !== null) for (const starter of starters) await starter(queries, id, wanted.ownerId);
  return id;
}

/** Deleted workspaces are left out. */
function selectForMember(queries: Queries, accountId: string) {
  const isMember = and(eq(memberships.workspaceId, workspaces.id), eq(memberships.accountId, accountId));
  return queries
    .select({ workspace: workspaces, role: memberships.role })
    .from(workspaces)
    .innerJoin(memberships, and(isMember, isNull(workspaces.purgeAt)));
}

/** Null where the account is no member. */
export async function findWorkspace(
  queries: Queries,
  id: string,
  accountId: string,
): Promise<MemberWorkspaceRow | null> {
  const [seen] = await selectForMember(queries, accountId).where(eq(workspaces.id, id));
  return seen ?? null;
}

/** Null where the account is no member. */
export async function lockWorkspace(
  queries: Queries,
  id: string,
  accountId: string,
): Promise<MemberWorkspaceRow | null> {
  const seen = await findWorkspace(queries, id, accountId);
  if (!seen) return null;
  const [workspace] = await queries.select().from(workspaces).where(eq(workspaces.id, id)).for("update");
  return workspace ? { ...seen, workspace } : null;
}

/** By a present or former handle; null where the account is no member. */
export async function findWorkspaceByHandle(
  queries: Queries,
  handle: string,
  accountId: string,
  now: Date,
): Promise<MemberWorkspaceRow | null> {
  const [seen] = await selectForMember(queries, accountId)
    .innerJoin(handles, eq(handles.workspaceId, workspaces.id))
    .where(and(eq(handles.handle, handle), or(isNull(handles.heldUntil), gt(handles.heldUntil, now))));
  return seen ?? null;
}

export interface WorkspaceChange {
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly description?: string | null | undefined;
  readonly websiteUrl?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly brokerage?: string | null | undefined;
  readonly licenseNumber?: string | null | undefined;
  readonly privacyUrl?: string | null | undefined;
  readonly termsUrl?: string | null | undefined;
  readonly logo?: Picture | null;
}

/** Changes a locked workspace; a former handle stays its own for a while. @returns null when the handle is taken: roll back */
export async function changeWorkspace(
  transaction: Queries,
  { id, handle }: Workspace,
  change: WorkspaceChange,
  now: Date,
): Promise<Workspace | null> {
  const [workspace] = await transaction
    .update(workspaces)
    .set({ ...nextVersion(workspaces), ...change, updatedAt: now })
    .where(eq(workspaces.id, id))
    .returning();
  if (!workspace) throw new Error("The workspace is not held.");
  if (workspace.handle === handle) return workspace;
  await retireHandle(transaction, id, now);
  return (await claimHandle(transaction, workspace.handle, { workspaceId: id }, now)) ? workspace : null;
}

/** The normalized URL of a page. @param label the page's name */
const page = (label: string) =>
  webAddress(label)
    .transform((typed) => new URL(typed).href)
    .pipe(z.string().max(2000, `${label} must have an address of at most 2,000 characters.`))
    .nullable();

/** Null clears a value. */
export const workspaceDetails = {
  description: emptyIsNull(textOf("Description", 500)).nullable().optional(),
  websiteUrl: page("The website").optional(),
  phoneNumber: phoneNumber.optional(),
  brokerage: optionalLine("Brokerage").optional(),
  licenseNumber: optionalLine("License number").optional(),
  privacyUrl: page("The privacy page").optional(),
  termsUrl: page("The terms page").optional(),
};

export const detailNames = [
  "description",
  "websiteUrl",
  "phoneNumber",
  "brokerage",
  "licenseNumber",
  "privacyUrl",
  "termsUrl",
] as const;
