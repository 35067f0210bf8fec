/** What people of the portal opened, by a click. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { listed, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { documents, files, packages, portalAccess, portalOpenings, shareLinks } from "../tables.ts";
import { isSentByClient, ownDocuments, ownPackages, writerOf } from "../visibility.ts";
import { pause } from "./current-portal.ts";

const openedKinds = ["property", "document"] as const;

interface Opened {
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
  readonly versionNumber: number | null;
  readonly isSent: boolean;
}

/** Notes that somebody opened a property or document; the history has the first time for each version. @throws Refusal 404 */
async function noteOpening(database: Queries, user: PortalUser, opened: Opened): Promise<void> {
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
    // A parallel request noted it.
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

/** The mail of a shared property leads portal users here, so the visit counts for the link as well. */
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
          // With a join, columns have their tables' names, as a subquery needs.
          .innerJoin(files, sql`${files.id} = ${documents.fileId}`)
          .where(sql`${documents.id} = ${id} and ${ownDocuments(user)}`);
  if (found === undefined) throw notFound();
  return found;
}

const openingType = recordType(
  "portal_opening",
  z.object({
    email: z.string(),
    name: z.string(),
    kind: z.enum(openedKinds),
    record_id: z.uuid(),
    /** The property's street, or the document's label. */
    label: z.string(),
    last_opened_at: z.iso.datetime().nullable().describe("Null for what this person has never opened"),
    is_outdated: z.boolean().describe("Of a document: whether it has a newer version than the one that was opened"),
  }),
);

interface OpeningRow extends Record<string, unknown> {
  readonly email: string;
  readonly record_id: string;
}

const most = 500;

export const openingRoutes: readonly Route[] = [
  action({
    method: "POST",
    path: "/portal/openings",
    summary: "Say that the person has opened a property or a document by a click of their own",
    access: "client",
    input: { type: "portal_opening", attributes: z.object({ kind: z.enum(openedKinds), recordId: z.uuid() }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { kind, recordId } }) {
      await noteOpening(database, currentUser, { kind, id: recordId });
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/clients/:id/portal_openings",
    summary: `Everything that a client may open in the portal, for each person who has accepted, with when they did; ${most} at most`,
    access: "workspace",
    answers: { status: 200, of: openingType, many: true },
    async run({ database, currentUser, id }) {
      const { record } = await readOne(database, client, currentUser, id());
      const shown = { workspaceId: currentUser.workspaceId, clientId: record.id };
      const { rows } = await database.execute<OpeningRow>(sql`
        select person.email, person.name, shown.kind, shown.record_id, shown.label,
          ${momentText(portalOpenings.lastOpenedAt)} as last_opened_at,
          coalesce(${portalOpenings.versionNumber} < shown.version_number, false) as is_outdated
        from (select email, name from ${portalAccess}
          where ${portalAccess.clientId} = ${record.id} and ${portalAccess.acceptedAt} is not null) person
        cross join (
          select 'property' as kind, ${packages.id} as record_id, ${packages.street} as label, null::int as version_number
          from ${packages} where ${ownPackages(shown)}
          union all
          select 'document', ${documents.id}, ${documents.label}, ${documents.versionNumber}
          from ${documents} where ${ownDocuments(shown)} and not ${isSentByClient}
        ) shown
        left join ${portalOpenings} on ${portalOpenings.clientId} = ${record.id} and ${portalOpenings.email} = person.email
          and coalesce(${portalOpenings.packageId}, ${portalOpenings.documentId}) = shown.record_id
        order by person.name, person.email, ${portalOpenings.lastOpenedAt} desc nulls last, shown.kind desc, shown.label
        limit ${most}`);
      const records = rows.map((row) => ({ id: `${row.record_id}.${row.email}`, attributes: row }));
      return listed(openingType, records);
    },
  }),
];
