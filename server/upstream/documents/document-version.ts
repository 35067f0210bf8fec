/** The resource `document_version`: one of the files that a document has been. Its bytes are the file's content. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { defineTable } from "../engine/table.ts";
import { documentVersions } from "../tables.ts";
import { ofVisibleDocuments } from "../visibility.ts";

const table = documentVersions;

export const documentVersion = defineTable({
  type: "document_version",
  path: "/document_versions",
  table,
  attributes: {
    number: integer(table.number),
    document_id: uuid(table.documentId),
    file_id: uuid(table.fileId),
    name: text(table.name),
    mime: text(table.mime),
    size: computed(sql`${table.size}`, z.int()),
    actor_name: text(table.actorName),
    inserted_at: moment(table.insertedAt),
  },
  scope: (currentUser) => ofVisibleDocuments(table, currentUser),
  can: () => [],
});
