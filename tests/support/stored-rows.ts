/** What a running server's database holds, read past the product. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod/mini";
import { embeddedConnectionString } from "#server/database/embedded.ts";

export interface StoredRows {
  /**
   * Digests, by table, of all rows that mention one of these texts in any column. Whatever is written about a workspace
   * or a person, in whichever table, changes one of them.
   */
  mentioning(texts: readonly string[]): Promise<Record<string, string>>;
  /** Asks for rows of one's own. */
  query(sql: string, values?: readonly string[]): Promise<unknown[]>;
  close(): Promise<void>;
}

const columns = z.array(z.object({ table: z.string(), columns: z.array(z.string()) }));
const found = z.array(z.object({ line: z.string() }));

/** Takes where a database is; `embeddedDatabaseOf` tells it of a server with an embedded one. */
export function openStoredRows(connectionString: string): StoredRows {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const query = async (sql: string, values: readonly string[] = []): Promise<unknown[]> =>
    (await pool.query(sql, [...values])).rows;
  /** The texts of files are read and exports are made beside the requests: what is written about them then is nobody's doing. */
  async function untilRead(): Promise<void> {
    const queued = `SELECT 1 FROM upstream.document_texts WHERE state = 'queued'
      UNION ALL SELECT 1 FROM upstream.workspace_exports WHERE state = 'queued' LIMIT 1`;
    for (let looks = 0; looks < 200 && (await query(queued)).length > 0; looks += 1) await wait(50);
  }
  return {
    query,
    async mentioning(texts) {
      await untilRead();
      const tables = columns.parse(await query(listTables));
      const digests: Record<string, string> = {};
      for (const { table, columns } of tables) {
        const line = `concat_ws('|', ${columns.map((name) => `"${name}"::text`).join(", ")})`;
        const sql = `SELECT line FROM (SELECT ${line} AS line FROM ${table}) AS lines WHERE line LIKE ANY ($1) ORDER BY line`;
        const rows = await pool.query(sql, [texts.map((text) => `%${text}%`)]);
        const lines = found.parse(rows.rows).map(({ line }) => line);
        if (lines.length > 0)
          digests[table] =
            `${lines.length} rows, ${createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12)}`;
      }
      return digests;
    },
    close: () => pool.end(),
  };
}

/** Gives where the embedded database is of a running server with this DATA_DIR. */
export const embeddedDatabaseOf = (dataDir: string): string => embeddedConnectionString(join(dataDir, "run"));

/**
 * All tables of ours with their columns; bytes are left out, since nothing can be read in them, and what a server writes by
 * the clock, whoever does something meanwhile.
 */
const listTables = `
  SELECT format('%I.%I', table_schema, table_name) AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema IN ('app', 'upstream', 'mail') AND table_type = 'BASE TABLE' AND data_type <> 'bytea'
    AND table_name <> 'task_digests'
  GROUP BY 1 ORDER BY 1`;
