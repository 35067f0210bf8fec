import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";

const test = sharedAgencyTest();

test("a client and a property go to the trash, are restored and deleted for good, without scripts", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Otis Grant", email: "otis@client.example" });
  const house = await agency.addPackage({ street: "7 Mill Road" });
  const links = [
    { page: `/clients/${client.id}`, about: `client.${client.id}`, name: "Otis Grant" },
    { page: `/packages/${house.id}`, about: `package.${house.id}`, name: "7 Mill Road" },
  ];
  for (const { page, about, name } of links) {
    const shown = await owner.open(page);
    expect(shown.document.querySelector(`main a[href="/trash/new?about=${about}"]`)?.text).toBe("Delete");
    const asked = await owner.open(`/trash/new?about=${about}`);
    expect(asked.document.querySelector("h1")?.text).toBe(`Move ${name} to the trash?`);
    const moved = await owner.submit({}, { button: "Move to trash" });
    expect([moved.url.pathname.replace(/\/$/, ""), moved.text.includes(name)]).toEqual(["/trash", true]);
    expect((await owner.open(page)).status).toBe(404);
  }
  await owner.open(`/trash/restoration?record=${client.id}`);
  expect((await owner.submit({}, { button: "Restore" })).text).toContain("Restored.");
  expect((await owner.open(`/clients/${client.id}`)).status).toBe(200);
  await owner.open(`/trash/removal?record=${house.id}`);
  expect((await owner.submit({}, { button: "Delete permanently" })).text).toContain("The trash is empty.");
});

test("whoever may not delete is told who may, and odd addresses are not found", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ona Reyes", email: "ona@client.example" });
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(`/clients/${client.id}`)).document.querySelector('main a[href^="/trash"]')).toBeNull();
  for (const path of [
    "/trash/new",
    "/trash/new?about=client.x",
    "/trash/new?about=document.1",
    "/trash/removal?record=x",
  ])
    expect((await owner.open(path)).status).toBe(404);
});
