import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { listed, nothing } from "../engine/answer.ts";
import { momentText } from "../engine/attribute.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { documents, packages, portalAccess, portalOpenings } from "../tables.ts";
import { isSentByClient, ownDocuments, ownPackages } from "../visibility.ts";
import { noteOpening, openedKinds } from "./opening.ts";

const openingType = recordType(
  "portal_opening",
  z.object({
    email: z.string(),
    /** Of the person. */
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

/** Clients say what they opened; staff read who opened what, and what nobody did. */
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
