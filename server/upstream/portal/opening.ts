/** What people of the portal have opened there by a click of their own. */
import { type SQL, sql } from "drizzle-orm";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { notFound } from "../engine/refusal.ts";
import { documents, files, packages, portalOpenings, shareLinks } from "../tables.ts";
import { isSentByClient, ownDocuments, ownPackages, writerOf } from "../visibility.ts";
import { pause } from "./visits.ts";

export const openedKinds = ["property", "document"] as const;

export interface Opened {
  readonly kind: (typeof openedKinds)[number];
  readonly id: string;
}

const opening: WithHistory<(typeof openedKinds)[number]> = {
  type: "portal_opening",
  table: portalOpenings,
  id: portalOpenings.id,
  history: {
    topic: "portal",
    labels: { property: "Property opened in the client portal", document: "Document opened in the client portal" },
    holders: { client: portalOpenings.clientId, package: portalOpenings.packageId },
    contact: { property: true, document: true },
  },
};

interface OpenedRecord {
  readonly label: string;
  /** Of a document. */
  readonly versionNumber: number | null;
  /** Of a document that the client has sent. */
  readonly isSent: boolean;
}

/**
 * Notes that somebody opened a property or a document. The history has the first time, and the first of each newer version.
 * @throws Refusal 404 for what is not the client's
 */
export async function noteOpening(database: Queries, user: PortalUser, opened: Opened): Promise<void> {
  const { label, versionNumber, isSent } = await findOpened(database, user, opened);
  if (isSent) return;
  const isThis = sql`${portalOpenings.clientId} = ${user.clientId} and ${portalOpenings.email} = ${user.email}
    and ${opened.kind === "property" ? portalOpenings.packageId : portalOpenings.documentId} = ${opened.id}`;
  const known = await findKnown(database, isThis);
  if (known === null) {
    const { workspaceId, clientId, email, name } = user;
    const [row] = await database
      .insert(portalOpenings)
      .values({ workspaceId, clientId, email, name, ...recordColumns(opened), versionNumber })
      .onConflictDoNothing()
      .returning({ id: portalOpenings.id });
    // Two at once: the other one has noted it.
    if (row === undefined) return;
    await note(database, user, opened, row.id, label);
    await countAtLink(database, user, opened);
    return;
  }
  if (known.isOfEarlierVisit) await countAtLink(database, user, opened);
  await database
    .update(portalOpenings)
    .set({ lastOpenedAt: sql`clock_timestamp()`, versionNumber, name: user.name })
    .where(isThis);
  if ((versionNumber ?? 0) > (known.versionNumber ?? 0)) await note(database, user, opened, known.id, label);
}

/**
 * The mail of a shared property leads people of the portal here instead of to their link: a visit of theirs counts there once. No
 * other link is opened by it.
 */
async function countAtLink(
  database: Queries,
  { clientId }: PortalUser,
  { kind, id: packageId }: Opened,
): Promise<void> {
  if (kind !== "property") return;
  await database
    .update(shareLinks)
    .set({ openedCount: sql`${shareLinks.openedCount} + 1`, lastOpenedAt: sql`clock_timestamp()` })
    .where(sql`${shareLinks.packageId} = ${packageId} and ${shareLinks.clientId} = ${clientId}
      and ${shareLinks.revokedAt} is null`);
}

function recordColumns({ kind, id }: Opened) {
  return kind === "property" ? { packageId: id } : { documentId: id };
}

async function findKnown(database: Queries, isThis: SQL) {
  const [known] = await database
    .select({
      id: portalOpenings.id,
      versionNumber: portalOpenings.versionNumber,
      isOfEarlierVisit: sql<boolean>`${portalOpenings.lastOpenedAt} < clock_timestamp() - ${pause}::interval`,
    })
    .from(portalOpenings)
    .where(isThis)
    .for("update");
  return known ?? null;
}

function note(database: Queries, user: PortalUser, { kind }: Opened, id: string, label: string): Promise<void> {
  const changes = [{ field: kind === "property" ? "street" : "label", before: null, after: label }];
  return recordEvent({ database, currentUser: writerOf(user) }, opening, kind, id, changes);
}

async function findOpened(database: Queries, user: PortalUser, { kind, id }: Opened): Promise<OpenedRecord> {
  const [found] =
    kind === "property"
      ? await database
          .select({ label: packages.street, versionNumber: sql<null>`null`, isSent: sql<boolean>`false` })
          .from(packages)
          .where(sql`${packages.id} = ${id} and ${ownPackages(user)}`)
      : await database
          .select({ label: documents.label, versionNumber: documents.versionNumber, isSent: isSentByClient })
          .from(documents)
          // With a join columns stand with their tables' names, as a subquery needs them.
          .innerJoin(files, sql`${files.id} = ${documents.fileId}`)
          .where(sql`${documents.id} = ${id} and ${ownDocuments(user)}`);
  if (found === undefined) throw notFound();
  return found;
}
