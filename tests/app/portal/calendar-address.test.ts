import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import { newPortalClient, type PortalClient } from "#tests/support/portal-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const home = "/client-portal/dashboard";
const made = z.object({ data: z.object({ id: z.string() }) });

/** A showing in years at a property in a time zone. */
async function addShowing(agency: Agency, { record }: PortalClient, timeZone: string): Promise<string> {
  const property = await agency.addPackage({ timeZone });
  const pair = { clientId: record.id, packageId: property.id };
  const opportunityId = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
  const visit = { opportunityId, startsAt: "2031-05-01T17:00:00Z", note: "The key is under the mat." };
  const showingId = made.parse(await agency.call("POST", "/showings", visit)).data.id;
  await agency.call("POST", `/showings/${showingId}/confirmation`, {});
  return showingId;
}

/** Makes an address by the button, and gives its path. */
async function makeAddress(visitor: Visitor, button = "Make an address for my calendar"): Promise<string> {
  await visitor.open(home);
  const page = await visitor.submit({}, { button });
  const [, path] = /https?:\/\/[^/]+(\/client-portal\/calendars\/[\w-]{43}\/dates\.ics)/.exec(page.text) ?? [];
  if (path === undefined) throw new Error(`No address on ${page.text}`);
  return path;
}

test("a calendar reads all dates at one address, each in the time zone of its property, without signing in", async ({
  app,
  agency,
}) => {
  const client = await newPortalClient(app, agency);
  const west = await addShowing(agency, client, "America/Los_Angeles");
  const east = await addShowing(agency, client, "America/New_York");
  const name = "UPDATE upstream.workspaces SET name = 'Lind Homes' WHERE id = $1";
  await app.database.pool.query(name, [agency.workspaceId]);
  const path = await makeAddress(client.visitor);
  const file = await app.visitor().request(path);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const calendar = await file.text();
  for (const part of [
    `UID:showing-${west}`,
    `UID:showing-${east}`,
    "DTSTART;TZID=America/Los_Angeles:20310501T100000",
    "DTSTART;TZID=America/New_York:20310501T130000",
    "TZID:America/Los_Angeles",
    "TZID:America/New_York",
    "X-WR-CALNAME:Lind Homes",
  ])
    expect(calendar).toContain(part);
  expect(calendar).not.toContain("under the mat");
});

test("a new address ends the one before, and ending it ends it; a reload shows it again", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  const stranger = app.visitor();
  const statusOf = async (path: string) => (await stranger.request(path)).status;
  const first = await makeAddress(visitor);
  expect((await visitor.open(home)).text).toContain(first);
  const second = await makeAddress(visitor, "Make a new address");
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  const ended = await visitor.submit({}, { button: "End the address" });
  expect(ended.text).toContain("The address no longer works.");
  expect(await statusOf(second)).toBe(404);
  expect(await statusOf("/client-portal/calendars/nobodys/dates.ics")).toBe(404);
});

test("a form that is sent twice makes one address, and the history has when one was made and ended", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const { document } = await visitor.open(home);
  const form = document.querySelector('form[action$="/dashboard/calendar"]');
  if (form === null) throw new Error("There is no form.");
  const fields = successfulControls(form, {}, undefined);
  const addresses: unknown[] = [];
  for (let time = 0; time < 2; time += 1) {
    const page = await visitor.send(`${home}/calendar`, fields);
    addresses.push(/calendars\/([\w-]{43})/.exec(page.text)?.[1]);
  }
  expect(addresses).toEqual([expect.any(String), addresses[0]]);
  const history = async () => (await owner.open(`/clients/${record.id}/activity`)).text;
  expect((await history()).split("Address for a calendar made in the client portal")).toHaveLength(2);
  await visitor.submit({}, { button: "End the address" });
  expect(await history()).toMatch(/Address for a calendar ended in the client portal.*Nora Lind/);
});

test("the address ends with the access: revoked, archived", async ({ app, agency, owner }) => {
  const client = await newPortalClient(app, agency);
  const { visitor, record } = client;
  const path = await makeAddress(visitor);
  const status = async () => (await app.visitor().request(path)).status;
  await agency.call("POST", `/clients/${record.id}/archival`, {});
  expect(await status()).toBe(404);
  await agency.call("DELETE", `/clients/${record.id}/archival`);
  expect(await status()).toBe(200);
  await owner.open(`/clients/${record.id}`);
  await owner.follow("Revoke access");
  await owner.submit({}, { button: "Revoke access" });
  expect(await status()).toBe(404);
});

test("staff who look see no address, and can make none", async ({ app, agency, owner }) => {
  const { record } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const { url } = await owner.submit({}, { button: "Open the portal" });
  expect((await owner.open(url)).text).not.toContain("Make an address");
  expect((await owner.send(`${url.pathname}/calendar`, new URLSearchParams())).status).toBe(403);
});
