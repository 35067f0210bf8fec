import { expect } from "vitest";
import type { TestRecord } from "#tests/support/answers.ts";
import { newPackage } from "#tests/support/uploads.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

test("words in use are counted by their most frequent spelling, as far as one sees the records", async ({
  workspace,
  service,
  owner,
}) => {
  await owner.newClient({ tags: ["Cash", "Relocation"], leadSource: "Referral" });
  await owner.newClient({ tags: ["relocation"], leadSource: " Open house " });
  await owner.newClient({ tags: ["Relocation"], leadSource: "Open house" });
  const words = async (person: typeof owner) => (await person.get("/used_words")).record.attributes;
  const all = { client_tags: ["Relocation", "Cash"], package_tags: [], house_types: [] };
  expect(await words(owner)).toMatchObject(all);
  expect((await words(owner)).lead_sources).toEqual(["Open house", "Referral"]);
  const none = { client_tags: [], lead_sources: [], package_tags: [], house_types: [], areas: [] };
  expect(await words(await workspace.join("member"))).toEqual(none);
  expect(await words((await service.newWorkspace()).owner)).toEqual(none);
});

test("areas, tags and house types have one spelling and alphabetical order, wherever they come from", async ({
  owner,
}) => {
  const profileOf = (client: TestRecord) => {
    const data = client.relationships?.buyer_profile?.data;
    return data && "id" in data ? data.id : "";
  };
  const wish = async (client: TestRecord, attributes: object) =>
    (await owner.send("PATCH", `/buyer_profiles/${profileOf(client)}`, { type: "buyer_profile", attributes })).record
      .attributes;
  const [first, second] = [await owner.newClient({ tags: ["VIP", "Cash"] }), await owner.newClient()];
  expect(first.attributes.tags).toEqual(["Cash", "VIP"]);
  await wish(first, { preferredAreas: ["Queen Anne", "Ballard"], propertyTypes: ["Townhouse", "Condominium"] });
  expect(
    await wish(second, { preferredAreas: [" queen  anne", "QUEENANNE", "Alki"], propertyTypes: ["town house"] }),
  ).toMatchObject({
    preferred_areas: ["Alki", "Queen Anne"],
    property_types: ["Townhouse"],
  });

  const home = await newPackage(owner, { area: "BALLARD", houseType: "condominium", tags: ["vip", "Alley"] });
  const there = (await owner.get(`/packages/${home.id}`)).record;
  expect(there.attributes).toMatchObject({ area: "Ballard", house_type: "Condominium", tags: ["Alley", "VIP"] });

  const imported = {
    row: 2,
    name: "Ana",
    email: "ana@import.example",
    tags: ["cash", "alley"],
    areas: ["alki"],
    houseTypes: ["TOWNHOUSE"],
  };
  const { record } = await owner.send("POST", "/client_imports", {
    type: "client_import",
    attributes: { fileName: "clients.csv", entries: [imported] },
  });
  await owner.send("POST", `/client_imports/${record.id}/completion`);
  const { records, document } = await owner.get("/clients?filter[search]=ana@import.example&include=buyer_profile");
  expect(records[0]?.attributes.tags).toEqual(["Alley", "Cash"]);
  expect(document.included?.[0]?.attributes).toMatchObject({
    preferred_areas: ["Alki"],
    property_types: ["Townhouse"],
  });

  // Where nobody else has it, the spelling can be corrected.
  expect(await wish(first, { preferredAreas: ["queen anne", "Fremont"] })).toMatchObject({
    preferred_areas: ["Fremont", "Queen Anne"],
  });
  expect(await wish(first, { preferredAreas: ["FREMONT"] })).toMatchObject({ preferred_areas: ["FREMONT"] });
});
