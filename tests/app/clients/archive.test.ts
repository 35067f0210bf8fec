import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("archiving a client counts the open deals and says what becomes of them; they, the dashboard and the search say archived", async ({
  app,
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Maya Okafor" });
  expect((await owner.open(`/clients/${client.id}/archival`)).text).toContain("There are no open deals.");
  for (const street of ["12 Alder Lane", "5 Birch Road"]) {
    const property = await agency.addPackage({ street });
    await agency.call("POST", "/opportunities", { clientId: client.id, packageId: property.id });
  }
  await owner.open(`/clients/${client.id}/archival`);
  expect(owner.page.text).toContain("2 open deals stay open, marked “client archived”");
  await owner.submit({}, { button: "Archive client" });
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from upstream.opportunities where client_id = $1",
    [client.id],
  );
  expect((await owner.open(`/opportunities/${rows[0]?.id}`)).text).toContain("Client archived");
  await app.database.pool.query(
    "update upstream.opportunities set closing_on = current_date + 3 where client_id = $1",
    [client.id],
  );
  expect((await owner.open("/dashboard?all=true")).text).toContain("Maya Okafor (archived)");
  expect((await owner.open("/search?q=okafor")).text).toContain("client archived");
});
