/** Clients and properties that fit each other, on their pages. */
import { http } from "msw";
import { expect } from "vitest";
import { rowsOn } from "#tests/app/page-reading.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

const usd = (amount: number) => ({ amount: String(amount), currency: "USD" });
const home = { street: "12 Elm St", listPrice: usd(720_000), beds: 3, baths: 2, area: "Ballard" };

async function addBuyer(agency: Agency, name: string, wishes: object): Promise<string> {
  const { id } = await agency.addClient({ name });
  const { included } = await agency.readClient(id);
  await agency.call("PATCH", `/buyer_profiles/${included.find(({ type }) => type === "buyer_profile")?.id}`, wishes);
  return id;
}
const wishes = { budget: usd(800_000), minBeds: 3, preferredAreas: ["BALLARD"] };

test("a property says which clients it fits and why, and leads to all of them", async ({ agency, owner }) => {
  const { id } = await agency.addPackage(home);
  const page = await owner.open(`/packages/${id}`);
  expect(page.html).not.toContain("Fits");
  const nora = await addBuyer(agency, "Nora", wishes);
  for (const name of ["Ann", "Ben", "Cem"]) await addBuyer(agency, name, { ...wishes, minBeds: 4 });
  await agency.call("POST", "/opportunities", { clientId: nora, packageId: id });

  const fitting = await owner.open(`/packages/${id}`);
  expect(rowsOn(fitting, "Fits 4 clients")).toEqual([
    "N Nora 10% under budget · Ballard · 3 of 3 beds Has an opportunity",
    "A Ann 10% under budget · Ballard · 3 of 4 beds",
    "B Ben 10% under budget · Ballard · 3 of 4 beds",
  ]);
  const all = await owner.open(`/packages/${id}/fits`);
  expect(all.document.querySelector("h1")?.text).toBe("Fits 4 clients");
  expect(rowsOn(all, "Fits 4 clients").map((row) => row.split(" ").at(-2))).toEqual(["100", "91", "91", "91"]);
  expect(fitting.html).toContain(`href="/packages/${id}/fits"`);
});

test("a client says which properties fit, and leads to all of them", async ({ agency, owner }) => {
  const id = await addBuyer(agency, "Nora", wishes);
  expect((await owner.open(`/clients/${id}`)).html).not.toContain("that fit");
  expect((await owner.open(`/clients/${id}/fits`)).text).toContain("No property fits.");
  await agency.addPackage({ ...home, city: "Seattle", state: null, zip: null });
  expect(rowsOn(await owner.open(`/clients/${id}`), "1 property that fits")).toEqual([
    "12 Elm St $720,000 · Seattle 10% under budget · Ballard · 3 of 3 beds",
  ]);
  await agency.addPackage({ ...home, street: "14 Elm St" });
  const all = await owner.open(`/clients/${id}/fits`);
  expect(rowsOn(all, "2 properties that fit")).toHaveLength(2);
  await agency.call("POST", `/clients/${id}/archival`);
  expect((await owner.open(`/clients/${id}`)).html).not.toContain("that fit");
});

test("where the service does not compare, the parts are left out and the pages say so", async ({
  app,
  agency,
  owner,
}) => {
  const [client, { id }] = [await addBuyer(agency, "Nora", wishes), await agency.addPackage(home)];
  for (const status of [404, 405, 501]) {
    app.use(http.get(/\/(client|package)_fits/, () => new Response("{}", { status })));
    for (const path of [`/packages/${id}`, `/clients/${client}`]) {
      const page = await owner.open(path);
      expect([path, page.status, page.html.includes("fit")]).toEqual([path, 200, false]);
      const all = await owner.open(`${path}/fits`);
      expect([all.status, all.text.includes("The connected service doesn't compare clients and properties.")]).toEqual([
        ...[501, true],
      ]);
    }
  }
});

test("another agency's records are a plain 404", async ({ agency, app }) => {
  const stranger = (await startAgency(app)).owner.visitor;
  const [client, { id }] = [await addBuyer(agency, "Nora", wishes), await agency.addPackage(home)];
  for (const path of [`/packages/${id}/fits`, `/clients/${client}/fits`, "/packages/x/fits", "/clients/x/fits"]) {
    expect([path, (await stranger.open(path)).status]).toEqual([path, 404]);
  }
});
