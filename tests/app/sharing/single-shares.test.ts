import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { linkOf } from "../page-reading.ts";

const test = newAgencyTest();

test("where the service shares one property at a time, the page leads to sharing each with the client", async ({
  app,
  agency,
  owner,
}) => {
  const ada = await agency.addClient({ name: "Ada Long" });
  const birch = await agency.addPackage({ street: "9 Birch Road" });
  app.use(http.get("*/api/clients/:id/package_choice", () => HttpResponse.json({ errors: [] }, { status: 404 })));
  const page = await owner.open(`/clients/${ada.id}/shares`);
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining("The connected service doesn't share several properties at once."),
  ]);
  expect(linkOf(page, "9 Birch Road")).toBe(`/packages/${birch.id}/shares/clients?clients=${ada.id}`);
  const form = await owner.follow("9 Birch Road");
  expect([form.status, form.text.includes("Ada Long")]).toEqual([200, true]);
  expect((await owner.open("/clients/11111111-1111-4111-8111-111111111111/shares")).status).toBe(404);
});
