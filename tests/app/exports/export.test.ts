import { expect, onTestFinished, vi } from "vitest";
import { createApiConnection } from "#app/json-api/connection.ts";
import { ash } from "#app/json-api/service.ts";
import { withoutKeys } from "#tests/app/json-api/connecting.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { readZip } from "#tests/support/zip.ts";

const test = newAgencyTest();

/** The page once the archive is made. */
const untilReady = (visitor: Visitor) =>
  vi.waitFor(
    async () => {
      const page = await visitor.open("/settings/export");
      expect(page.text).toContain("Archive ready");
      return page;
    },
    { timeout: 20_000 },
  );

test("the owner exports everything: one button, a page that looks again by itself, and a zip", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Maya Lindqvist" });
  await owner.open("/settings/export");
  const started = await owner.submit({}, { button: "Start export" });
  expect([started.status, started.url.pathname, started.text.includes("Export started.")]).toEqual([
    200,
    "/settings/export",
    true,
  ]);
  const ready = await untilReady(owner);
  expect(ready.text).toContain("Requested by");
  expect(ready.html).not.toContain('http-equiv="refresh"');
  const answer = await owner.request("/settings/export/archive.zip");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="Harbour Homes \d{4}-\d\d-\d\d\.zip"$/,
  );
  const bytes = await answer.arrayBuffer();
  expect(Number(answer.headers.get("content-length"))).toBe(bytes.byteLength);
  const files = await readZip(bytes);
  expect(files["records/clients.json"]).toContain(client.id);
  const part = await owner.request("/settings/export/archive.zip", { headers: { range: "bytes=0-3" } });
  expect([part.status, await part.text()]).toEqual([206, "PK\u0003\u0004"]);
});

test("while it is made the page says how far it is, and asks for nothing else", async ({ app, owner, agency }) => {
  const { workspaceId } = agency;
  await app.database.pool.query(
    `INSERT INTO upstream.workspace_exports (workspace_id, files_done, files_total, expires_at)
     VALUES ($1, 412, 1320, now() + interval '7 days')`,
    [workspaceId],
  );
  const page = await owner.open("/settings/export");
  expect(page.text).toContain("412 of 1,320 files.");
  expect(page.html).toContain('<meta http-equiv="refresh" content="5"/>');
  expect(page.document.querySelector("progress")?.getAttribute("value")).toBe("412");
  expect(page.text).not.toContain("Start export");
  const early = await owner.request("/settings/export/archive.zip");
  expect([early.status, early.headers.get("location")]).toEqual([303, "/settings/export"]);
  await app.database.pool.query(
    "UPDATE upstream.workspace_exports SET state = 'failed', failure = 'The disk is full.'",
  );
  const failed = await owner.open("/settings/export");
  expect(failed.text).toContain("The export failed. The disk is full. Nothing in the workspace was changed.");
});

test("the form sent twice starts one export", async ({ app, owner, agency }) => {
  await owner.open("/settings/export");
  await Promise.all([1, 2, 3].map(() => owner.submit({}, { button: "Start export" })));
  await untilReady(owner);
  const { rows } = await app.database.pool.query("SELECT 1 FROM upstream.workspace_exports WHERE workspace_id = $1", [
    agency.workspaceId,
  ]);
  expect(rows).toHaveLength(1);
});

test("managers, members and instructors are told who may, at the page and at the download", async ({ agency }) => {
  for (const role of ["manager", "member", "instructor"] as const) {
    const { visitor } = await agency.join(role);
    const page = await visitor.open("/settings/export");
    expect([role, page.status, page.text.includes("Owners and admins can.")]).toEqual([role, 403, true]);
    expect((await visitor.request("/settings/export/archive.zip")).status).toBe(403);
  }
});

test("the page that deletes the workspace leads to the export", async ({ owner }) => {
  await owner.open("/settings/deletion");
  expect((await owner.follow("Export everything first")).url.pathname).toBe("/settings/export");
});

test("where a connected service keeps the records, the page says that they are not in the archive", async ({
  app,
  owner,
}) => {
  expect((await owner.open("/settings/export")).text).not.toContain("A connected service keeps");
  const fetch = async () => Response.json({ data: [] });
  const log = { info() {}, warn() {} };
  const api = createApiConnection({ baseUrl: "http://api.invalid/v1", fetch, service: withoutKeys, log });
  app.pretend({ records: { api, waiting: api, fixedToken: "token", service: withoutKeys } });
  onTestFinished(() => app.pretend());
  const page = await owner.open("/settings/export");
  expect(page.text).toContain("A connected service keeps the clients, properties, deals, messages and files");
  expect(page.text).toContain("Start export");
});

test("a service that exports nothing is said to do so, and the settings go on", async ({ app, owner }) => {
  app.pretend({ description: ash });
  onTestFinished(() => app.pretend());
  const page = await owner.open("/settings/export");
  expect([page.status, page.text.includes("The connected service doesn't have exports of workspaces.")]).toEqual([
    501,
    true,
  ]);
  expect((await owner.request("/settings/export/archive.zip")).status).toBe(501);
  expect((await owner.open("/settings/general")).status).toBe(200);
});
