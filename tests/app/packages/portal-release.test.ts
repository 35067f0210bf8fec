import { expect } from "vitest";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

const usd = (amount: string) => ({ amount, currency: "USD" });

/** A property with an estimate, a finding and a comparable, for a client who uses the portal. */
async function addProperty(agency: Agency, clientId: string): Promise<string> {
  const { id: packageId } = await agency.addPackage();
  const inputs = { currency: "USD", price: "500000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };
  await agency.call("POST", "/cost_estimates", { packageId, inputs: { ...inputs, hoaMonthly: "120" } });
  const leak = { system: "Roof", severity: "safety", title: "The chimney leans", decision: "credit" };
  await agency.call("POST", "/findings", { packageId, ...leak, lowCost: usd("900"), highCost: usd("1400.50") });
  await agency.call("POST", "/findings", { packageId, system: "Attic", severity: "monitor", title: "Old stain" });
  const sale = { address: "9 Elm Street", soldPrice: usd("510000"), sqft: 1700, soldOn: "2026-03-02" };
  await agency.call("POST", "/comparables", { packageId, ...sale });
  await agency.call("POST", "/opportunities", { clientId, packageId });
  return packageId;
}

test("an agent looks at a preview, releases costs, findings and comparables, and the client sees them", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const id = await addProperty(agency, record.id);
  const path = `/client-portal/dashboard/properties/${id}`;
  const hidden = (await visitor.open(path)).text;
  for (const words of ["What it costs", "The chimney leans", "9 Elm Street"]) expect(hidden).not.toContain(words);

  await owner.open(`/packages/${id}`);
  await owner.follow("Client portal");
  const preview = await owner.follow("Preview");
  expect(preview.text).toContain("Clients see none of this yet.");
  expect(preview.html).not.toContain("<script");
  for (const words of ["What it costs", "The chimney leans", "9 Elm Street"]) expect(preview.text).toContain(words);

  await owner.open(`/packages/${id}/portal`);
  const saved = await owner.submit({ findings: "on" }, { button: "Save changes" });
  expect([saved.url.pathname, saved.text.includes("Client portal updated.")]).toEqual([`/packages/${id}`, true]);
  const some = (await visitor.open(path)).text;
  expect(some).toContain("The chimney leans");
  for (const words of ["What it costs", "9 Elm Street"]) expect(some).not.toContain(words);

  await owner.open(`/packages/${id}/portal`);
  await owner.submit({ costs: "on", comparables: "on" }, { button: "Save changes" });
  const all = (await visitor.open(path)).text;
  expect(all).toMatch(/Each month.*\$2,648.*over 30 years at 6\.5% a year/s);
  expect(all).toMatch(/HOA dues.*\$120/s);
  expect(all).toMatch(/Dangerous.*The chimney leansRoofThe seller is asked to pay for it\.\$900 – \$1,400\.50/s);
  expect(all).toMatch(/Keep an eye on it.*Old stainAttic.*Not decided yet\./s);
  expect(all).toMatch(/All repairs together may cost \$900 – \$1,400\.50/);
  expect(all).toMatch(/9 Elm StreetSold March 2, 2026 · 1,700 sq ft\$510,000/);
  expect(all).not.toContain("Agent's estimate");
  const history = (await owner.open(`/activity?package=${id}`)).text;
  expect(history).toContain("What clients see of the property changed");
});

test("released parts are in Spanish for those who chose it", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const id = await addProperty(agency, record.id);
  const attributes = { costs: true, findings: true, comparables: true };
  await app.callUpstream("POST", `/packages/${id}/portal_release`, { attributes, token: agency.owner.token });
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { form: "main form", button: "Save" });
  const { text } = await visitor.open(`/client-portal/dashboard/properties/${id}`);
  expect(text).toMatch(/Lo que cuesta.*Para el día del cierre.*Cuota HOA/s);
  expect(text).toMatch(/Peligroso.*TechoSe pide al vendedor que lo pague\.\$900/s);
  expect(text).toMatch(/9 Elm StreetVendida el 2 de marzo de 2026/);
});

test("who may only look neither sees nor sends the form", async ({ app, agency }) => {
  const { id } = await agency.addPackage();
  const { visitor } = await agency.join("instructor");
  expect((await visitor.open(`/packages/${id}`)).text).not.toContain("Client portal");
  expect((await visitor.open(`/packages/${id}/portal`)).status).toBe(403);
  expect((await visitor.open(`/packages/${id}/portal/preview`)).status).toBe(403);
  const other = await startAgency(app);
  for (const below of ["/portal", "/portal/preview"])
    expect((await other.owner.visitor.open(`/packages/${id}${below}`)).status).toBe(404);
});
