/** The resource `file`: uploaded bytes, which never change. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Member, Plan } from "../engine/current-user.ts";
import { computed, moment, text } from "../engine/record.ts";
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
    /** JSON:API reserves `type`. */
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

/** An account, or a person of the portal. */
export interface Uploader {
  readonly workspaceId: string;
  readonly plan: Plan;
  /** What was announced is theirs alone. */
  readonly uploaderId: string;
  readonly accountId: string | null;
}

export function uploaderOf({ workspaceId, plan, accountId }: Member): Uploader {
  return { workspaceId, plan, accountId, uploaderId: accountId };
}
