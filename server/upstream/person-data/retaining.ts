/** What owners and admins mark as "must be kept" when somebody is deleted: taken out of every table that people see. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { type CopySections, type RetainablePart, retainedData } from "../tables.ts";

/** One part that has to be kept. */
export interface Retention {
  readonly part: RetainablePart;
  readonly reason: string;
  /** Day on which it goes, as in "2033-12-31". */
  readonly until: string;
}

const document = z.looseObject({ file_id: z.uuid() });

/** What of a copy belongs to the person alone, by the parts that can be kept. */
function partsOf(copy: CopySections): Readonly<Record<RetainablePart, CopySections>> {
  const own = (section: string, mark: string) => (copy[section] ?? []).filter((record) => record[mark] === true);
  const whole = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, copy[name] ?? []] as const));
  return {
    details: whole("person", "portal", "looking_for", "suggested_wishes", "contact_requests"),
    messages: { messages: own("messages", "is_own"), ...whole("questions", "email_replies") },
    answers: { ...whole("answers", "priorities"), showings: own("showings", "asked_for") },
    documents: { documents: own("documents", "sent_by_person") },
  };
}

/** How many records each part has. */
export function countParts(copy: CopySections): Readonly<Record<RetainablePart, number>> {
  const parts = partsOf(copy);
  const count = (part: RetainablePart) => Object.values(parts[part]).reduce((sum, records) => sum + records.length, 0);
  return {
    details: count("details"),
    messages: count("messages"),
    answers: count("answers"),
    documents: count("documents"),
  };
}

/** Keeps the parts that are marked. It has to come before they are deleted. */
export async function retain(
  database: Queries,
  workspaceId: string,
  keptByName: string,
  copy: CopySections,
  retentions: readonly Retention[],
): Promise<void> {
  const parts = partsOf(copy);
  for (const { part, reason, until } of retentions) {
    const content = parts[part];
    const fileIds = z
      .array(document)
      .parse(content.documents ?? [])
      .map((one) => one.file_id);
    const row = { workspaceId, part, reason, keepUntil: until, keptByName, content, fileIds };
    await database.insert(retainedData).values(row);
  }
}

/** Deletes what had to be kept until today. The bytes of its files follow. @returns how many parts */
export async function sweepRetained(database: Queries, now: Date): Promise<number> {
  const { rows } = await database.execute(sql`
    with ended as (
      delete from ${retainedData} where ${retainedData.keepUntil} < ${now.toISOString()}::timestamptz::date
      returning ${retainedData.fileIds} as file_ids
    ), gone as (delete from upstream.files using ended where files.id = any (ended.file_ids))
    select from ended`);
  return rows.length;
}
