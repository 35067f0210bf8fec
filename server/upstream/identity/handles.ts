import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { handles } from "../tables.ts";
import { type HandleObstacle, judgeHandle } from "./handle.ts";

/** How long a former handle still leads to its workspace and stays closed to others. */
const formerHandleDays = 90;

const day = 86_400_000;

/** Who wants a handle: a workspace, or a registration that waits for its verification. */
export type Claimant =
  | { readonly workspaceId: string; readonly email?: string }
  | { readonly email: string; readonly until: Date };

/** What keeps a stranger from taking a handle now; null when nothing does. Asks for the present state only. */
export async function findObstacle(queries: Queries, handle: string, now: Date): Promise<HandleObstacle | null> {
  const flaw = judgeHandle(handle);
  if (flaw) return flaw;
  const [row] = await queries
    .select({ handle: handles.handle })
    .from(handles)
    .where(and(eq(handles.handle, handle), or(isNull(handles.heldUntil), gt(handles.heldUntil, now))));
  return row ? "taken" : null;
}

/**
 * Takes a handle that is free, or held for the claimant already; false when another one has it. Of many who want it
 * at the same moment one gets it: the others wait for that one's transaction.
 */
export async function claimHandle(queries: Queries, handle: string, claimant: Claimant, now: Date): Promise<boolean> {
  const workspaceId = "workspaceId" in claimant ? claimant.workspaceId : null;
  const email = claimant.email ?? null;
  const heldUntil = "until" in claimant ? claimant.until : null;
  const { rowCount } = await queries.execute(sql`
    insert into upstream.handles (handle, workspace_id, email, held_until)
    values (${handle}, ${workspaceId}, ${workspaceId === null ? email : null}, ${heldUntil})
    on conflict (handle) do update
      set workspace_id = excluded.workspace_id, email = excluded.email, held_until = excluded.held_until
      where handles.held_until <= ${now} or handles.email = ${email} or
        (handles.workspace_id = ${workspaceId} and handles.held_until is not null)`);
  return rowCount === 1;
}

/** Makes the present handle of a workspace a former one. */
export async function retireHandle(queries: Queries, workspaceId: string, now: Date): Promise<void> {
  await queries
    .update(handles)
    .set({ heldUntil: new Date(now.getTime() + formerHandleDays * day) })
    .where(and(eq(handles.workspaceId, workspaceId), isNull(handles.heldUntil)));
}

/** Lets go of every handle that is held for an address's registrations. */
export async function releaseHandlesOf(queries: Queries, email: string): Promise<void> {
  await queries.delete(handles).where(eq(handles.email, email));
}
