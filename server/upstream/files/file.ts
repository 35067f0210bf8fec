/** The resource `file`: bytes that were uploaded. It never changes; documents give it a name and a place. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text } from "../engine/attribute.ts";
import { defineTable, type TableResource } from "../engine/table.ts";
import { filesOf } from "../tenancy.ts";
import { files } from "./tables.ts";

export const file: TableResource = defineTable({
  type: "file",
  path: "/files",
  table: files,
  id: files.id,
  // Never changed.
  version: sql`1`,
  attributes: {
    name: text(files.name),
    mime: text(files.mime),
    type: text(files.kind),
    size: computed(sql`${files.size}`, z.int()),
    inserted_at: moment(files.insertedAt),
    storage_key: text(files.storageKey),
    uri: text(files.uri),
    metadata: computed(sql`${files.metadata}`, z.record(z.string(), z.string()).nullable()),
  },
  scope: filesOf,
  can: () => [],
});
