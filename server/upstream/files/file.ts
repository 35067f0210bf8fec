/** The resource `file`: bytes that were uploaded. It never changes; documents give it a name and a place. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text } from "../engine/attribute.ts";
import { defineTable } from "../engine/table.ts";
import { files } from "../tables.ts";
import { visibleFiles } from "../visibility.ts";

export const file = defineTable({
  type: "file",
  path: "/files",
  table: files,
  attributes: {
    name: text(files.name),
    mime: text(files.mime),
    /** JSON:API keeps the name `type` to itself. */
    media_type: computed(sql`${files.kind}`, z.enum(files.kind.enumValues)),
    size: computed(sql`${files.size}`, z.int()),
    inserted_at: moment(files.insertedAt),
    storage_key: text(files.storageKey),
    uri: text(files.uri),
    metadata: computed(sql`${files.metadata}`, z.record(z.string(), z.string()).nullable()),
  },
  scope: visibleFiles,
  can: () => [],
});
