import { http } from "msw";
import { expect } from "vitest";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { appTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import type { FurnishedAgent } from "#tests/support/form-types.ts";
import { furnish } from "#tests/support/furnished-agent.ts";
import { furnishClient } from "#tests/support/furnished-client.ts";
import { addressValues, fillPattern } from "#tests/support/route-map.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = appTest(null);

// A page takes as long as one call to the service: all of its calls, and the question who asks, are sent before any is answered.

const pages = [
  "/dashboard",
  "/clients",
  "/clients/new",
  "/clients/:id",
  "/clients/:id/activity",
  "/clients/:id/documents",
  "/clients/:id/edit",
  "/packages",
  "/packages/:packageId/inspections",
  "/packages/:packageId/costs",
  "/packages/:packageId/costs/edit",
  "/packages/:packageId/shares",
  "/packages/:packageId/edit",
  "/opportunities",
  "/opportunities/board",
  "/opportunities/new",
  "/opportunities/:opportunityId",
  "/documents",
  "/messages",
  "/messages/:clientId",
  "/tasks",
  "/tasks/new",
  "/tasks/:taskId/edit",
  "/settings/members",
] as const;

const portalPages = [
  "/client-portal/dashboard",
  "/client-portal/dashboard/properties",
  "/client-portal/dashboard/messages",
  "/client-portal/dashboard/me",
] as const;

let agency: Agency;
let records: FurnishedAgent;
let client: Visitor;

test.beforeAll(async ({ app }) => {
  agency = await startAgency(app, "standard");
  const { visitor } = agency.owner;
  const about = { name: "Ada Marsh", email: "", password: "", workspaceName: "Harbour Homes", handle: "" };
  records = await furnish({ ...about, visitor }, visitor);
  client = (await furnishClient(app, agency)).client.visitor;
}, 120_000);

/** Opens a page twice; the second time no call is answered before as many were sent as the first time. */
async function openInOneRound(app: Application, visitor: Visitor, path: string) {
  const before = app.calls.length;
  await (await visitor.request(path)).text();
  const expected = app.calls.slice(before).toSorted();
  const sent: string[] = [];
  const { promise: allSent, resolve } = Promise.withResolvers<void>();
  app.use(
    http.get("*", async ({ request }) => {
      sent.push(`GET ${new URL(request.url).pathname}`);
      if (sent.length >= expected.length) resolve();
      await allSent;
    }),
  );
  const answer = visitor.request(path);
  await expect.poll(() => sent.toSorted(), { timeout: 10_000, message: `sent for ${path}` }).toEqual(expected);
  const { status, body } = await answer;
  await body?.cancel();
  return { status, calls: expected };
}

test.for(pages)("%s", async (pattern, { app }) => {
  const path = fillPattern(pattern, addressValues({ ...records, handle: "harbour" }));
  const { status, calls } = await openInOneRound(app, agency.owner.visitor, path);
  expect(status).toBe(200);
  expect(calls).toContain("GET /api/sessions/current");
  const ofRecords = calls.filter((call) => /[\da-f-]{36}$/.test(call));
  expect(ofRecords, "each record is asked for once").toEqual([...new Set(ofRecords)]);
});

test.for(portalPages)("%s", async (path, { app }) => {
  expect((await openInOneRound(app, client, path)).status).toBe(200);
});
