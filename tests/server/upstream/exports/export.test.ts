import { expect, vi } from "vitest";
import { addDocument, newFolder, newPackage, readBytes } from "#tests/support/uploads.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { exported, finished, recordsIn, startExport } from "./exporting.ts";

const test = newWorkspaceTest();

test("the archive has every file in its folder, every record, and says where each file is", async ({
  service,
  owner,
}) => {
  const client = await owner.newClient({ name: "../Maya / Lindqvist" });
  const house = await newPackage(owner, { street: "12 Alder Lane", city: "Seattle" });
  const folder = (await newFolder(owner, { name: "Offers: 2026", packageId: house.id })).record;
  const place = { packageId: house.id, folderId: folder.id };
  const { record } = await addDocument(
    service,
    owner,
    { ...place, label: "Plan" },
    { name: "plan.txt", content: "First." },
  );
  await addDocument(service, owner, { clientId: client.id }, { name: "CON.txt", content: "Of Maya." });
  await addDocument(service, owner, {}, { name: "house rules.txt", content: "Ours." });
  const { record: done, files } = await exported(service, owner);
  expect(done.attributes).toMatchObject({
    state: "ready",
    files_done: 3,
    files_total: 3,
    files_missing: 0,
    failure: null,
  });
  expect(Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith("files/")))).toEqual({
    "files/Properties/12 Alder Lane, Seattle/Offers_ 2026/Plan.txt": "First.",
    "files/Clients/_._Maya _ Lindqvist/_CON.txt": "Of Maya.",
    "files/Workspace/house rules.txt": "Ours.",
  });
  expect(recordsIn(files, "clients")).toMatchObject([
    { type: "clients", id: client.id, attributes: { name: "../Maya / Lindqvist", workspace_id: owner.workspaceId } },
  ]);
  expect(recordsIn(files, "activities").length).toBeGreaterThan(3);
  const file = recordsIn(files, "files").find(({ id }) => id === record.attributes.file_id);
  expect(file?.attributes.archive_path).toBe("files/Properties/12 Alder Lane, Seattle/Offers_ 2026/Plan.txt");
  expect(recordsIn(files, "accounts")).toMatchObject([{ id: owner.accountId }]);
  expect(files["README.txt"]).toContain("Every file could be read.");
});

test("nothing of another workspace is in it, and nobody else can see or download it", async ({
  service,
  owner,
  workspace,
}) => {
  const other = (await service.newWorkspace()).owner;
  const stranger = await other.newClient({ name: "Somebody Else" });
  await addDocument(service, other, {}, { name: "theirs.txt", content: "Another house's." });
  const { record, bytes } = await exported(service, owner);
  const text = Buffer.from(bytes).toString();
  for (const theirs of ["Somebody Else", "Another house's.", stranger.id, other.workspaceId, other.accountId])
    expect([theirs, text.includes(theirs)]).toEqual([theirs, false]);
  const path = `/workspace_exports/${record.id}/content`;
  expect((await other.get(path)).status).toBe(404);
  expect((await other.get("/workspace_exports")).records).toEqual([]);
  await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [workspace.id]);
  for (const role of ["manager", "member", "instructor"] as const) {
    const person = await workspace.join(role);
    const answers = [await person.get("/workspace_exports"), await person.get(path), await startExport(person)];
    expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403, 403]);
  }
  const admin = await workspace.join("admin");
  expect((await readBytes(service, admin, path)).status).toBe(200);
});

test("asked for at once and again while it is made, it is one; when it is ready, another one takes its place", async ({
  service,
  owner,
}) => {
  const answers = await Promise.all([startExport(owner), startExport(owner), startExport(owner)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
  const first = await finished(owner);
  const path = `/workspace_exports/${first.id}/content`;
  expect((await readBytes(service, owner, path)).status).toBe(200);
  await startExport(owner);
  expect((await owner.get(path)).status).toBe(200);
  await vi.waitFor(
    async () =>
      expect((await owner.get("/workspace_exports")).records).toMatchObject([{ attributes: { state: "ready" } }]),
    {
      timeout: 20_000,
    },
  );
  expect((await owner.get("/workspace_exports")).records[0]?.id).not.toBe(first.id);
  expect((await owner.get(path)).status).toBe(404);
});

test("the bytes come in parts, and the history says who started and who downloaded it, once", async ({
  service,
  owner,
}) => {
  const { record, bytes } = await exported(service, owner);
  const path = `/workspace_exports/${record.id}/content`;
  const part = await readBytes(service, owner, path, { range: "bytes=100-199" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(part.bytes).equals(Buffer.from(bytes.slice(100, 200)))).toBe(true);
  expect(part.headers.get("content-disposition")).toContain("attachment");
  expect((await readBytes(service, owner, path, {}, "HEAD")).status).toBe(200);
  const { rows } = await service.database.pool.query(
    "SELECT label, count(*)::int FROM upstream.activities WHERE workspace_id = $1 AND kind LIKE 'workspace.export%' GROUP BY 1 ORDER BY 1",
    [owner.workspaceId],
  );
  expect(rows).toEqual([
    { label: "Archive of the workspace downloaded", count: 1 },
    { label: "Export of the workspace started", count: 1 },
  ]);
});

test("whoever asked for it is told when it is ready", async ({ service, owner }) => {
  await exported(service, owner);
  const { records } = await owner.get("/notifications");
  expect(records.map(({ attributes }) => [attributes.kind, attributes.title])).toEqual([
    ["export_ready", "Archive of the workspace ready to download"],
  ]);
});
