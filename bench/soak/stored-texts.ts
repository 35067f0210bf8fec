import { z } from "zod/mini";
import { embeddedDatabaseOf, openStoredRows } from "#tests/support/stored-rows.ts";
import type { WriteKind } from "./writes.ts";

/** Where each kind of write has its text. */
const columns: Readonly<Record<WriteKind, readonly [table: string, column: string]>> = {
  client: ["upstream.clients", "name"],
  task: ["upstream.tasks", "title"],
  comment: ["upstream.comments", "body"],
  document: ["upstream.documents", "label"],
};

const counted = z.array(z.object({ text: z.string(), count: z.coerce.number() }));

/** Counts the texts that begin with a word, in a running server's embedded database, by kind. */
export async function countStoredTexts(dataDir: string, word: string) {
  const rows = openStoredRows(embeddedDatabaseOf(dataDir));
  try {
    const stored = new Map<WriteKind, ReadonlyMap<string, number>>();
    for (const kind of ["client", "task", "comment", "document"] as const) {
      const [table, column] = columns[kind];
      const found = await rows.query(
        `SELECT ${column} AS text, count(*)::int AS count FROM ${table} WHERE starts_with(${column}, $1) GROUP BY 1`,
        [word],
      );
      stored.set(kind, new Map(counted.parse(found).map(({ text, count }) => [text, count])));
    }
    return stored;
  } finally {
    await rows.close();
  }
}
