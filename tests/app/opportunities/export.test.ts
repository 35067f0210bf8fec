import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { exportedLines } from "#tests/support/exported-lines.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { linkOf } from "../page-reading.ts";

const test = newAgencyTest();

test("the pipeline is a file for spreadsheets with its filters and order, in which nothing is a formula", async ({
  agency,
  owner,
}) => {
  const ana = await agency.addClient({
    name: "=HYPERLINK(1)",
    email: "ana@client.example",
    phoneNumber: "206 555 0101",
  });
  const ben = await agency.addClient({ name: "Ben" });
  const { id: packageId } = await agency.addPackage({
    ...{ street: "9 Full Street", city: "Seattle", state: "WA", zip: "98107", timeZone: "America/Los_Angeles" },
    listPrice: { amount: "895000", currency: "USD" },
  });
  await openOpportunity(owner, { clientId: ben.id });
  const { data } = Object(await agency.call("POST", "/opportunities", { clientId: ana.id, packageId, rank: "High" }));
  await agency.call("POST", `/opportunities/${data.id}/moves`, {
    ...{ from: "open", to: "offer_sent", price: { amount: "880000", currency: "USD" } },
    expiresAt: "2031-03-01T20:00:00Z",
  });
  await agency.call("PATCH", `/opportunities/${data.id}`, { inspectionsDueOn: "2031-03-05" });
  const address = linkOf(await owner.open("/opportunities?stage=offer_sent&rank=High"), "Export CSV") ?? "";
  expect(address).toBe("/opportunities/export.csv?rank=High&stage=offer_sent");
  const response = await owner.request(address);
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="opportunities-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [line, ...others] = exportedLines(await response.text());
  expect(others).toEqual([]);
  expect(line).toEqual({
    Client: "'=HYPERLINK(1)",
    "Client's email": "ana@client.example",
    "Client's phone number": "206 555 0101",
    ...{ Property: "9 Full Street", City: "Seattle", State: "WA", Zip: "98107" },
    ...{ Stage: "Offer sent", "In stage since": expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ...{ Rank: "High", "Client's own rank": "" },
    ...{ "List price": "895000", "List price currency": "USD" },
    ...{ Offer: "880000", "Offer currency": "USD", "Offer expires": "2031-03-01 12:00" },
    ...{ "Agreed price": "", "Agreed price currency": "", "Accepted on": "" },
    ...{ "Inspections due": "2031-03-05", Closing: "", Agent: "Ada Marsh" },
  });
  const all = exportedLines(
    await (await owner.request("/opportunities/export.csv?sort=rank&q=nonsense&stage=x")).text(),
  );
  expect(all).toEqual([]);
  const ranked = exportedLines(await (await owner.request("/opportunities/export.csv?sort=-rank")).text());
  expect(ranked.map(({ Rank }) => Rank)).toEqual(["High", "Medium"]);
});

test("only those who may export have the link and the file", async ({ agency }) => {
  for (const role of ["manager", "member", "instructor"] as const) {
    const { visitor } = await agency.join(role);
    expect(linkOf(await visitor.open("/opportunities"), "Export CSV"), role).toBeUndefined();
    expect((await visitor.request("/opportunities/export.csv")).status, role).toBe(403);
  }
});
