import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { handles } from "../tables.ts";

/** For how long a former handle leads to its workspace and is closed to others. */
const formerHandleDays = 90;

const day = 86_400_000;

/** A workspace, or a registration that waits for its verification. */
export type Claimant =
  | { readonly workspaceId: string; readonly email?: string }
  | { readonly email: string; readonly until: Date };

/** Why a handle cannot be taken now; null when it can. */
export async function findObstacle(queries: Queries, handle: string, now: Date): Promise<HandleObstacle | null> {
  const flaw = judgeHandle(handle);
  if (flaw) return flaw;
  const [row] = await queries
    .select({ handle: handles.handle })
    .from(handles)
    .where(and(eq(handles.handle, handle), or(isNull(handles.heldUntil), gt(handles.heldUntil, now))));
  return row ? "taken" : null;
}

/** Takes a handle that is free or held for the claimant; false when another has it. Of many at once one gets it. */
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

/** Releases the handles that are held for registrations of an address. */
export async function releaseHandlesOf(queries: Queries, email: string): Promise<void> {
  await queries.delete(handles).where(eq(handles.email, email));
}

/** The workspace's part of a URL: lower-case letters, digits and single hyphens between them, 1 to 63 characters. */
const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longest = 63;

type HandleObstacle = "malformed" | "reserved" | "taken";

export const obstacleSentences: Readonly<Record<HandleObstacle, string>> = {
  malformed: "Use lower-case letters and digits, single hyphens between them, and at most 63 characters.",
  reserved: "This word is used by the product itself. Choose another one.",
  taken: "This address is already taken. Choose another one.",
};

/** Normalizes a handle. */
export function normaliseHandle(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Why nobody can take a handle; null when nothing is wrong with it. */
export function judgeHandle(handle: string): "malformed" | "reserved" | null {
  if (handle.length > longest || !shape.test(handle)) return "malformed";
  return isReservedHandle(handle) ? "reserved" : null;
}

/** Words that "/:handle" cannot have, since they lead elsewhere, now or later. A test compares them with the map of URLs. */
const words = {
  visitors:
    "login logout register sign-in sign-up sign-out signed-out signin signup signout verify password invitation invitations invite join outbox",
  agents:
    "account accounts activity batches buyer-profiles clients dashboard device documents estimates exports findings folders imports inspections kept mail messages notifications offers opportunities packages people pipeline properties reports scripts search settings shares shortcuts showings tasks templates trash uploads waiting workspace workspaces",
  clients: "client client-portal portal portal-view share shared view views s p",
  machine:
    "api app assets build cdn events favicon files fonts healthz hooks images img manifest map maps media metrics oauth picker pictures public readyz robots sitemap sse static storage tus unsubscribe webhooks well-known ws www calendar feed",
  house:
    "about abuse admin administrator billing blog careers contact cookies demo-data docs download faq help home imprint index latchkey legal news null owner postmaster press pricing privacy root security status support system team terms undefined upgrade plans",
  verbs: "archive create delete edit export import new remove switch update",
} as const;

/** Every word that no workspace can have. */
export const reservedHandles: ReadonlySet<string> = new Set(Object.values(words).flatMap((line) => line.split(" ")));

function isReservedHandle(handle: string): boolean {
  return reservedHandles.has(handle);
}
