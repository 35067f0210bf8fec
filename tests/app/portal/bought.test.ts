import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";

const test = newAgencyTest();

const price = { amount: "812500", currency: "USD" };
// Yesterday in Greenwich has begun wherever the property is.
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** A client whose deal is closed, with what they had at the property before. */
async function newPurchase(app: Application, agency: Agency, { language = "en" } = {}) {
  const client = await newPortalClient(app, agency, "Nora Lind");
  const { visitor, record } = client;
  const { id: packageId } = await agency.addPackage({ listPrice: { amount: "849000", currency: "USD" } });
  const opened = await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  const id = String(Object(Object(opened).data).id);
  const file = { name: "Deed.txt", content: "The house is yours." };
  const documentId = await uploadDocument(agency.owner.visitor, file, `?package=${packageId}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  const finding = { severity: "major", title: "The roof leaks", lowCost: { amount: "450", currency: "USD" } };
  await agency.call("POST", "/findings", { packageId, system: "Roof", ...finding });
  const released = { type: "portal_release", attributes: { findings: true } };
  await app.callUpstream("POST", `/packages/${packageId}/portal_release`, { ...released, token: agency.owner.token });
  const path = `/client-portal/dashboard/properties/${packageId}`;
  await visitor.open(`${path}/questions/new`);
  await visitor.submit({ body: "Does the piano stay?" }, { form: "main form", button: "Send" });
  await visitor.open(`${path}/interest`);
  await visitor.submit({ choice: "not_interested" }, { form: "main form", button: "Send" });
  await visitor.open("/client-portal/dashboard/me");
  if (language !== "en") await visitor.submit({ language }, { form: "main form", button: "Save" });
  const move = (attributes: object) => agency.call("POST", `/opportunities/${id}/moves`, attributes);
  await move({ from: "open", to: "offer_sent", price: { ...price, amount: "800000" } });
  await move({ from: "offer_sent", to: "offer_accepted", price, acceptedOn: day });
  await move({ from: "offer_accepted", to: "closed", closedOn: day });
  return { ...client, path, packageId, documentId, id, move };
}

test("what a client bought stays theirs to read, first in their lists, and is asked about no more", async ({
  app,
  agency,
}) => {
  const { visitor, path, documentId, record } = await newPurchase(app, agency);
  const { id: other } = await agency.addPackage({ street: "9 Other Street" });
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: other, rank: "High" });
  for (const below of ["", "/properties"]) {
    const list = await visitor.open(`/client-portal/dashboard${below}`);
    expect(list.text, below).toMatch(/12 Alder Lane.*Yours.*The purchase is done\..*9 Other Street/s);
    expect(list.text, below).not.toContain("Not for me");
  }
  await visitor.open(`/client-portal/dashboard/properties/${other}/interest`);
  await visitor.submit({ choice: "not_interested" }, { form: "main form", button: "Send" });
  const home = await visitor.open("/client-portal/dashboard");
  expect([home.document.querySelectorAll(".home").length, home.text]).toEqual([1, expect.stringContaining("View all")]);
  const page = await visitor.open(path);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/The purchase is done\.Yours ?Price you paid ?\$812,500 ?Purchase closed on/);
  for (const kept of ["Deed", "The roof leaks", "Does the piano stay?"]) expect(page.text).toContain(kept);
  expect(page.document.querySelectorAll("main form").length).toBe(0);
  for (const below of ["interest", "offer", "rating", "repairs", "showings/new", "questions/new"]) {
    expect(page.document.querySelector(`a[href$="/${below}"]`), below).toBeNull();
    const closed = await visitor.open(`${path}/${below}`);
    expect([closed.status, closed.text], below).toEqual([409, expect.stringContaining("This home is yours")]);
  }
  expect((await visitor.follow("Look at your home")).url.pathname).toBe(path);
  const file = await visitor.request(`/client-portal/dashboard/documents/${documentId}`);
  expect([file.status, await file.text()]).toEqual([200, "The house is yours."]);
  const compared = await visitor.open(
    `/client-portal/dashboard/properties/compare?id=${path.split("/").at(-1)}&id=${other}`,
  );
  expect(compared.status).toBe(200);
});

test("what was bought stays when the agent archives the property, and says so in Spanish", async ({ app, agency }) => {
  const { visitor, path, packageId, documentId } = await newPurchase(app, agency, { language: "es" });
  await agency.call("POST", `/packages/${packageId}/archival`, {});
  const page = await visitor.open(path);
  expect([page.status, page.text]).toEqual([200, expect.stringMatching(/Suya ?Precio que pagó ?\$812,500/)]);
  expect((await visitor.open("/client-portal/dashboard/properties")).text).toContain("12 Alder Lane");
  expect((await visitor.request(`/client-portal/dashboard/documents/${documentId}`)).status).toBe(200);
  const { visitor: stranger } = await newPortalClient(app, agency);
  expect((await stranger.open(path)).status).toBe(404);
});

test("an answer that was open while the deal closed is refused, and leads to the home", async ({ app, agency }) => {
  const { visitor, path, move } = await newPurchase(app, agency);
  await move({ from: "closed", to: "inspections_underway", reason: "other", reasonText: "A mistake" });
  const form = "main form";
  await visitor.open(`${path}/interest`);
  await visitor.submit({ choice: "interested" }, { form, button: "Send" });
  for (const [below, typed, button] of [
    ["/questions/new", { body: "And the lamps?" }, "Send"],
    ["/interest", { choice: "not_interested" }, "Send"],
    ["", { priority: "High" }, "Save"],
  ] as const) {
    await visitor.open(path + below);
    await move({ from: "inspections_underway", to: "closed", closedOn: day });
    const late = await visitor.submit(typed, { form, button });
    expect([late.status, late.text], below).toEqual([409, expect.stringContaining("This home is yours")]);
    expect((await visitor.follow("Look at your home")).url.pathname).toBe(path);
    await move({ from: "closed", to: "inspections_underway", reason: "other", reasonText: "A mistake" });
  }
});
