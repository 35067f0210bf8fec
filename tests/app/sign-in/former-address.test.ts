import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";

const test = sharedAgencyTest(openOwnDatabase);

test("clients who come by an address that is a page of ours now are shown the way to their agent", async ({
  app,
  agency,
}) => {
  const visitor = app.visitor();
  expect((await visitor.open("/login/?next=/device")).text).not.toContain("Looking for");

  const { pool } = app.database;
  await pool.query(
    "INSERT INTO upstream.handles (handle, workspace_id, held_until) VALUES ('device', $1, '9999-12-31'), ('kept', $1, '9999-12-31')",
    [agency.workspaceId],
  );
  const { rows } = await pool.query("SELECT name, handle FROM upstream.workspaces WHERE id = $1", [agency.workspaceId]);
  const [{ name, handle }] = rows;

  const page = await visitor.open("/login/?next=/device/");
  expect(page.text).toContain(`Looking for ${name}?`);
  const way = page.document.querySelector("a[href*='client-portal']")?.getAttribute("href") ?? "";
  const landing = await visitor.open(way);
  expect([landing.status, landing.url.searchParams.get("workspace")]).toEqual([200, handle]);
  for (const other of ["/login/", "/login/?next=/device/shared", "/login/?next=/clients", "/login/?next=/waiting"])
    expect((await visitor.open(other)).text).not.toContain("Looking for");

  // What a visitor saved of the portal before.
  expect((await visitor.open("/client-portal/?workspace=device")).text).toContain(name);
  // No page of ours is there, so it leads on as a former handle does.
  expect((await visitor.open("/kept")).url.pathname).toBe("/client-portal");
  expect((await agency.owner.visitor.open("/kept")).url.pathname).toBe(`/${handle}`);
});
