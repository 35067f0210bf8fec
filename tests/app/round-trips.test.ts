import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { appTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { createFolder, uploadDocument } from "#tests/support/furnished-agent.ts";
import { createLink } from "#tests/support/package-parts.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { fillPattern } from "#tests/support/route-map.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = appTest(null);

// A page takes as long as one call to the service: all of its calls, and the question who asks, are sent before any is answered.

const pages = [
  "/dashboard",
  "/calendar",
  "/clients",
  "/clients/new",
  "/clients/:id",
  "/clients/:id/activity",
  "/clients/:id/documents",
  "/clients/:id/edit",
  "/packages",
  "/packages/:packageId",
  "/packages/:packageId/photos",
  "/packages/:packageId/photos/order",
  "/packages/:packageId/inspections",
  "/packages/:packageId/costs",
  "/packages/:packageId/costs/edit",
  "/packages/:packageId/shares",
  "/packages/:packageId/shares/clients",
  "/packages/:packageId/shares/new",
  "/packages/:packageId/shares/:shareId",
  "/packages/:packageId/portal",
  "/packages/:packageId/edit",
  "/opportunities",
  "/opportunities/board",
  "/opportunities/new",
  "/opportunities/:opportunityId",
  "/documents",
  "/documents/trash",
  "/documents/folders/:folderId",
  "/documents/folders/:folderId/renaming",
  "/documents/folders/:folderId/visibility",
  "/documents/:documentId",
  "/documents/:documentId/renaming",
  "/documents/:documentId/replacement",
  "/documents/:documentId/visibility",
  "/documents/:documentId/trashing",
  "/documents/:documentId/summary",
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
let records: Readonly<Record<string, string>>;
let client: Visitor;

const created = z.object({ data: z.object({ id: z.string() }) });

test.beforeAll(async ({ app }) => {
  agency = await startAgency(app, "standard");
  const make = async (path: string, attributes: object) => created.parse(await agency.call("POST", path, attributes));
  const [{ id }, { id: packageId }] = [await agency.addClient(), await agency.addPackage()];
  const { data: opportunity } = await make("/opportunities", { clientId: id, packageId });
  const { data: task } = await make("/tasks", { title: "Call the lender", dueOn: "2031-03-01" });
  const { visitor } = agency.owner;
  const folderId = await createFolder(visitor, { name: "Disclosures" }, `?package=${packageId}`);
  const documentId = await uploadDocument(visitor, { name: "Roof.txt", content: "Dry." }, `?folder=${folderId}`);
  const shareId = await createLink(visitor, packageId, { label: "For the lender" });
  const papers = { folderId, documentId, shareId };
  records = { id, clientId: id, packageId, opportunityId: opportunity.id, taskId: task.id, ...papers };
  client = (await newPortalClient(app, agency, "Nora Lind")).visitor;
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
  const path = fillPattern(pattern, records);
  const { status, calls } = await openInOneRound(app, agency.owner.visitor, path);
  expect(status).toBe(200);
  expect(calls).toContain("GET /api/sessions/current");
  const ofRecords = calls.filter((call) => /[\da-f-]{36}$/.test(call));
  expect(ofRecords, "each record is asked for once").toEqual([...new Set(ofRecords)]);
});

test.for(portalPages)("%s", async (path, { app }) => {
  expect((await openInOneRound(app, client, path)).status).toBe(200);
});
