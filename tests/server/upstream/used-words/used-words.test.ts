import { expect } from "vitest";
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
  const none = { client_tags: [], lead_sources: [], package_tags: [], house_types: [] };
  expect(await words(await workspace.join("member"))).toEqual(none);
  expect(await words((await service.newWorkspace()).owner)).toEqual(none);
});
