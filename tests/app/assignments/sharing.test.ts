import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { messagesOn } from "../page-reading.ts";

const test = newAgencyTest();

test("a client is shared with a colleague, who looks at everything and changes nothing, until it ends", async ({
  app,
  agency,
  owner,
}) => {
  const { accountId, visitor: reader } = await agency.join("member");
  const text = "update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = $1";
  await app.database.pool.query(text, [accountId]);
  const { id } = await agency.addClient({ name: "Joan Field" });
  expect((await reader.open(`/clients/${id}`)).status).toBe(404);

  await owner.open(`/clients/${id}/sharing`);
  expect(messagesOn(await owner.submit({ colleagueText: "Nobody At All" }, { button: "Share" }))).toEqual([
    "No colleague has this name.",
  ]);
  await owner.open(`/clients/${id}/sharing`);
  const shared = await owner.submit({ colleagueText: "Ruth Okoro" }, { button: "Share" });
  expect(shared.text).toContain("Shared with Ruth Okoro.");

  const page = await reader.open(`/clients/${id}`);
  expect([page.status, page.text.includes("Shared withRuth Okoro")]).toEqual([200, true]);
  for (const below of ["edit", "archival", "buyer-profile/edit", "agent", "sharing", "people/new"])
    expect(page.html).not.toContain(`"/clients/${id}/${below}"`);
  expect((await reader.open(`/clients/${id}/edit`)).status).toBe(403);
  expect((await reader.open(`/clients/${id}/sharing`)).status).toBe(403);
  expect((await reader.open("/clients")).text).toContain("Joan Field");
  expect((await reader.open(`/messages/${id}`)).status).toBe(200);

  await owner.open(`/clients/${id}/sharing/${accountId}/ending`);
  const ended = await owner.submit({}, { button: "Stop sharing" });
  expect(ended.text).toContain("No longer shared.");
  expect((await reader.open(`/clients/${id}`)).status).toBe(404);
});

test("the page of a property leads to sharing it", async ({ agency, owner }) => {
  const { id } = await agency.addPackage();
  expect((await owner.open(`/packages/${id}`)).html).toContain(`/packages/${id}/sharing`);
  expect((await owner.open(`/packages/${id}/sharing`)).status).toBe(200);
});
