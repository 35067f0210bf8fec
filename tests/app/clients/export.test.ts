import { sql } from "drizzle-orm";
import { http } from "msw";
import { expect, vi } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";

const test = sharedAgencyTest();

test.afterEach(() => {
  vi.restoreAllMocks();
});

const download = (agency: Agency) => agency.owner.visitor.request("/clients/export.csv");

test("the created date is in the workspace's time zone", async ({ app, agency }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  const { orm } = app.database;
  await orm.execute(sql`update upstream.clients set inserted_at = '2026-03-02T03:00:00Z' where id = ${id}`);
  await orm.execute(sql`update upstream.workspaces set time_zone = 'America/Los_Angeles'
    where id = (select workspace_id from upstream.clients where id = ${id})`);
  const [head, line] = (await (await download(agency)).text()).split("\r\n");
  expect([head?.split(",").at(-1), line?.split(",").at(-1)]).toEqual(['"Created on"', '"2026-03-01"']);
});

test("an error in the app is reported as such, and is logged", async ({ app, agency }) => {
  await agency.addClient({ name: "Bo Lee" });
  app.use(
    http.get("*/api/clients", async ({ request }) => {
      const answer = await app.forward(request);
      vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts").mockImplementation(() => {
        throw new TypeError("a mistake of ours");
      });
      return answer;
    }),
  );
  const refused = await download(agency);
  expect([refused.status, await refused.text()]).toEqual([
    500,
    "This file couldn't be created. Go back and try again in a minute.",
  ]);
  expect(app.logged()).toMatch(/a mistake of ours.*A part of a page failed/);
});
