import { expect } from "vitest";
import { exportedColumns, exportedTable, exportedTables } from "#server/upstream/exports/exported-tables.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

test("every table of the service is decided on, and has a key to be read by", async ({ service }) => {
  const { rows } = await service.database.pool.query<{ name: string; isKeyed: boolean }>(`
    SELECT c.relname::text AS name, EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS "isKeyed"
    FROM pg_class c WHERE c.relnamespace = 'upstream'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(exportedTables).toSorted());
  expect(rows.filter(({ name, isKeyed }) => exportedTable(name) !== null && !isKeyed)).toEqual([]);
});

/** Columns of exported tables whose names sound like secrets, and which are none. */
const harmless = [
  // Addresses of people whose emails are kept in no other column.
  "client_mail_choices.email_key",
  "portal_invitations.email_key",
];

test("no column with bytes or a secret's name is in the archive", async ({ service }) => {
  const { rows } = await service.database.pool.query<{ table: string; column: string; type: string }>(`
    SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'upstream' ORDER BY 1, 2`);
  const suspicious = rows.filter(
    ({ column, type }) =>
      type === "bytea" || /hash|token|secret|pass|sealed|code|_key$|^key$|_uri$|^uri$|search_text/.test(column),
  );
  const exported = suspicious.filter(({ table, column }) => {
    const decision = exportedTable(table);
    return decision !== null && exportedColumns(decision, [column]).length > 0;
  });
  expect(exported.map(({ table, column }) => `${table}.${column}`)).toEqual(harmless);
});

test("columns that are left out by name exist", async ({ service }) => {
  const { rows } = await service.database.pool.query<{ name: string }>(
    "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'upstream'",
  );
  const known = new Set(rows.map(({ name }) => name));
  const named = Object.keys(exportedTables).flatMap((table) => {
    const { without = [], only = [] } = exportedTable(table) ?? {};
    return [...without, ...only].map((column) => `${table}.${column}`);
  });
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
