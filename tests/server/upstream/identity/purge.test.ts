import { expect } from "vitest";
import { purgeWorkspaces } from "#server/upstream/identity/sweep.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ open: openOwnDatabase, demo: true });

const day = 86_400_000;

test("every table with a workspace's rows loses them with the workspace", async ({ service }) => {
  const { rows } = await service.database.pool.query<{ name: string }>(`
    WITH RECURSIVE emptied AS (
      SELECT 'upstream.workspaces'::regclass::oid AS id
      UNION
      SELECT conrelid FROM pg_constraint JOIN emptied ON confrelid = emptied.id
      WHERE contype = 'f' AND confdeltype = 'c'
    )
    SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attname = 'workspace_id' AND relkind = 'r' AND NOT attisdropped AND attrelid NOT IN (SELECT id FROM emptied)
    ORDER BY 1`);
  // These are emptied by the purge itself.
  expect(rows.map(({ name }) => name)).toEqual(["app.sessions", "mail.outbox", "upstream.objects"]);
});

test("a workspace that was deleted is there for 30 days, and then nothing is left of it, not even its files", async ({
  service,
  owner: other,
}) => {
  const { pool, orm } = service.database;
  const { rows: workspaces } = await pool.query<{ id: string }>(
    "SELECT id FROM upstream.workspaces WHERE handle = 'evergreen'",
  );
  const id = workspaces[0]?.id ?? "";
  await pool.query("UPDATE upstream.workspaces SET purge_at = now() + interval '30 days' WHERE id = $1", [id]);
  await pool.query(
    "INSERT INTO app.sessions (id_hash, kind, person_id, workspace_id, sealed, started_at, used_at, ends_at) VALUES (sha256('x'), 'agent', 'p', $1, '', now(), now(), now())",
    [id],
  );
  await pool.query(
    "INSERT INTO mail.outbox (id, state, recipient, subject, workspace_id) VALUES (gen_random_uuid(), 'kept', 'a@b.example', 'Hello', $1)",
    [id],
  );
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attname = 'workspace_id' AND relkind = 'r' AND NOT attisdropped ORDER BY 1`);
  const counted = async () => {
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await pool.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM ${name} WHERE workspace_id::text = $1`,
        [id],
      );
      counts.set(name, rows[0]?.total ?? 0);
    }
    return counts;
  };
  const { rows: stored } = await pool.query<{ key: string }>(
    "SELECT storage_key AS key FROM upstream.objects WHERE workspace_id = $1",
    [id],
  );
  const before = await counted();
  expect(stored.length).toBeGreaterThan(5);
  expect([...before.values()].filter((total) => total > 0).length).toBeGreaterThan(25);

  expect(await purgeWorkspaces(orm, service.objects, new Date(Date.now() + 29 * day))).toBe(0);
  expect(await counted()).toEqual(before);

  expect(await purgeWorkspaces(orm, service.objects, new Date(Date.now() + 31 * day))).toBe(1);
  const left = [...(await counted())].filter(([, total]) => total > 0);
  expect(left).toEqual([]);
  for (const { key } of stored) expect([key, await service.objects.size(key)]).toEqual([key, null]);
  expect((await pool.query("SELECT 1 FROM upstream.workspaces WHERE id = $1", [id])).rows).toEqual([]);
  expect((await pool.query("SELECT 1 FROM upstream.handles WHERE handle = 'evergreen'")).rows).toEqual([]);
  expect((await other.get("/clients")).status).toBe(200);
});
