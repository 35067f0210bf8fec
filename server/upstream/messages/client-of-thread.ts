/** The client of a thread, and what messages may be about. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { conflict, forbidden, invalidAttribute } from "../engine/refusal.ts";
import { mayOn } from "../permissions.ts";
import { documents, opportunities, packages } from "../tables.ts";
import { ownDocuments } from "../visibility.ts";

const known = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  greeted_as: z.string().nullable(),
  language: z.string().nullable(),
  own_language: z.string().nullable(),
  assigned_account_id: z.string().nullable(),
  archived_at: z.string().nullable(),
});
type ClientOfThread = z.output<typeof known> & { readonly id: string };

/** @throws Refusal 404 */
export async function readClient(database: Reads, currentUser: Member, clientId: string): Promise<ClientOfThread> {
  const { record } = await readOne(database, client, currentUser, clientId);
  return { id: record.id, ...known.parse(record.attributes) };
}

/** What a user may do in a client's thread. */
export function threadActions(
  currentUser: Member,
  {
    assigned_account_id: assigned,
    archived_at: archivedAt,
  }: Pick<ClientOfThread, "assigned_account_id" | "archived_at">,
): string[] {
  const mayWrite = mayOn(currentUser, "records.share", assigned);
  return [
    ...(mayWrite && archivedAt === null ? ["message"] : []),
    ...(mayOn(currentUser, "records.comment", assigned) ? ["note"] : []),
    ...(mayWrite ? ["settle"] : []),
  ];
}

/**
 * Requires a permission in the client's thread. @param action of `threadActions`
 * @throws Refusal 404, 403, and 409 for a message to an archived client
 */
export async function requireThread(
  database: Reads,
  currentUser: Member,
  clientId: string,
  action: "message" | "note" | "settle",
): Promise<ClientOfThread> {
  const found = await readClient(database, currentUser, clientId);
  if (threadActions(currentUser, found).includes(action)) return found;
  if (action === "message" && mayOn(currentUser, "records.share", found.assigned_account_id))
    throw conflict("archived", "This client is archived. Restore the client to send messages.");
  throw forbidden();
}

/** @throws Refusal 400 for a property without an opportunity of the client */
export async function checkPackage(
  database: Queries,
  { workspaceId }: Member,
  clientId: string,
  packageId: string | null,
): Promise<void> {
  if (packageId === null) return;
  const { rows } = await database.execute(sql`select from ${packages}
    where ${packages.id} = ${packageId} and ${packages.workspaceId} = ${workspaceId} and exists (select from ${opportunities}
      where ${opportunities.packageId} = ${packages.id} and ${opportunities.clientId} = ${clientId})`);
  if (rows.length === 0)
    throw invalidAttribute("package_id", "Choose a property that the client has an opportunity for.");
}

/** Documents that the client sees. */
export function attachableDocuments({ workspaceId }: Member, clientId: string): SQL {
  return ownDocuments({ workspaceId, clientId });
}

/** @param seen SQL of documents that the client sees @param otherwise the refusal's words @throws Refusal 400 */
export async function checkDocuments(
  database: Queries,
  { seen, otherwise }: { readonly seen: SQL; readonly otherwise: string },
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const { rows } = await database.execute(sql`select from ${documents}
    where ${seen} and ${documents.id} in ${[...documentIds]}`);
  if (rows.length !== documentIds.length) throw invalidAttribute("document_ids", otherwise);
}
