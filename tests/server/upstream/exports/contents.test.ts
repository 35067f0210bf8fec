import { expect } from "vitest";
import { exportedShapes } from "#server/upstream/exports/archive-entries.ts";
import { openSession } from "#server/upstream/identity/sessions.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { plantSecret, secretsIn } from "#tests/support/planted-secrets.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { exported, recordsIn } from "./exporting.ts";

const test = upstreamTest({ open: openOwnDatabase, demo: true });

/** Columns of the whole database that hold secrets, or what secrets are kept by. */
const secretColumns = `
  SELECT format('%I.%I', table_schema, table_name) AS table, column_name AS column, data_type AS type
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema IN ('app', 'upstream', 'mail') AND table_type = 'BASE TABLE'
    AND column_name ~ 'hash|token|secret|sealed|passcode|storage_key' AND table_name <> 'pictures'`;

test("no secret of the workspace is in the archive, not even of what is in the trash", async ({ service, owner }) => {
  const { pool } = service.database;
  const planted: string[] = [];
  const plant = (name: string) => {
    const secret = plantSecret(name);
    planted.push(secret);
    return secret;
  };
  const house = await newPackage(owner);
  const shared = { packageId: house.id, label: "Ours", folderIds: [], includesUnfiled: true, passcode: "7319 quiet" };
  const link = (await owner.send("POST", "/share_links", { type: "share_link", attributes: shared })).record;
  planted.push(String(link.attributes.url_token));
  await pool.query("UPDATE upstream.share_links SET passcode_hash = $2 WHERE id = $1", [link.id, plant("passcode")]);
  const client = await owner.newClient({ name: "Nora Lind" });
  await owner.send("POST", "/portal_invitations", { type: "portal_invitation", attributes: { clientId: client.id } });
  const trashed = { kind: "client", recordId: client.id };
  await owner.send("POST", "/trashed_records", { type: "trashed_record", attributes: trashed });
  const { rows: kept } = await pool.query<{ name: string }>(
    "SELECT DISTINCT table_name AS name FROM upstream.kept_rows WHERE workspace_id = $1 ORDER BY 1",
    [owner.workspaceId],
  );
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(["clients", "portal_invitations"]));
  await pool.query("UPDATE upstream.accounts SET password_hash = $2 WHERE id = $1", [
    owner.accountId,
    plant("password"),
  ]);
  await pool.query("UPDATE upstream.portal_invitations SET token_hash = sha256('x')");

  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(secretColumns);
  expect(columns.length).toBeGreaterThan(25);
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? `encode("${column}", 'hex')` : `"${column}"::text`;
    const { rows } = await pool.query<{ secret: string | null }>(`SELECT ${text} AS secret FROM ${table}`);
    planted.push(...rows.flatMap(({ secret }) => (secret !== null && secret.length >= 8 ? [secret] : [])));
  }
  const { rows: inTrash } = await pool.query<{ secret: string }>(`
    SELECT ltrim(value, '\\x') AS secret FROM upstream.kept_rows CROSS JOIN jsonb_each_text(content) WHERE key ~ 'hash|token|secret'`);
  expect(inTrash.length).toBeGreaterThan(0);
  planted.push(...inTrash.map(({ secret }) => secret).filter((secret) => secret !== null));
  expect(planted.length).toBeGreaterThan(20);
  const { files, bytes } = await exported(service, owner);
  expect(recordsIn(files, "share_links")).toHaveLength(1);
  expect(recordsIn(files, "kept_rows").map(({ attributes }) => attributes.table_name)).toContain("clients");
  const archive = Buffer.from(bytes).toString("utf8");
  expect(planted.filter((secret) => archive.includes(secret))).toEqual([]);
  expect(secretsIn(archive, planted.slice(0, 3))).toEqual([]);
});

test("many rows are read page by page, each once and in the order of their keys", async ({ service, owner }) => {
  const { orm, pool } = service.database;
  const rows = 5_000;
  await pool.query(
    `INSERT INTO upstream.activities (workspace_id, kind, topic, label, subject_type, subject_id, changes, occurred_at)
     SELECT $1, 'client.updated', 'clients', 'Changed ' || n, 'client', gen_random_uuid(), '[]', now()
     FROM generate_series(1, $2::int) n`,
    [owner.workspaceId, rows],
  );
  const { files } = await exported(service, owner);
  const changed = recordsIn(files, "activities").filter(({ attributes }) =>
    /^Changed \d/.test(String(attributes.label)),
  );
  expect(new Set(changed.map(({ attributes }) => attributes.label)).size).toBe(rows);
  expect(changed).toHaveLength(rows);
  const shapes = await exportedShapes(orm);
  const named = Object.keys(files).filter((name) => name.startsWith("records/"));
  expect(named).toEqual(shapes.map(({ name }) => `records/${name}.json`));
  for (const name of named) expect(Array.isArray(JSON.parse(files[name] ?? "").data)).toBe(true);
});

test("the demo's workspace is in its archive: everything that it has, table by table", async ({ service, owner }) => {
  const { orm, pool } = service.database;
  const { rows } = await pool.query<{ id: string; owner: string }>(`
    SELECT w.id, m.account_id AS owner FROM upstream.workspaces w
    JOIN upstream.memberships m ON m.workspace_id = w.id AND m.role = 'owner' WHERE w.handle = 'evergreen'`);
  const { id: workspaceId = "", owner: accountId = "" } = rows[0] ?? {};
  const { token } = await openSession(orm, { kind: "account", accountId }, new Date());
  const headers = { authorization: `Bearer ${token}`, "x-workspace-id": workspaceId };
  const person: TestPerson = {
    ...owner,
    ...{ token, workspaceId, accountId },
    send: (method, path, sent) => service.send(method, path, { ...sent, headers }),
    get: (path) => person.send("GET", path),
  };
  const counts = new Map<string, number>();
  for (const { name } of await exportedShapes(orm)) {
    if (["workspaces", "accounts", "portal_settings"].includes(name)) continue;
    const { rows: counted } = await pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM upstream.${name} WHERE workspace_id = $1`,
      [workspaceId],
    );
    counts.set(name, counted[0]?.total ?? 0);
  }
  const { record, files } = await exported(service, person);
  // That the export was started is an event, too.
  counts.set("activities", (counts.get("activities") ?? 0) + 1);
  expect([...counts].filter(([name, total]) => recordsIn(files, name).length !== total)).toEqual([]);
  const stored = Object.keys(files).filter((name) => /^(?:files|pictures)\//.test(name));
  expect(stored).toHaveLength((counts.get("files") ?? 0) + (counts.get("pictures") ?? 0));
  expect(record.attributes).toMatchObject({ files_done: stored.length, files_missing: 0 });
  expect(stored.filter((name) => name.startsWith("files/Properties/")).length).toBeGreaterThan(3);
});
