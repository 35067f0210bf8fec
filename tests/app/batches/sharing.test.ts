import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("a property is chosen for chosen clients, who are ticked on its page", async ({ agency, owner }) => {
  const home = await agency.addPackage();
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  await agency.addClient({ name: "Cleo" });
  await owner.open(`/batches/new?of=clients&id=${ada.id}&id=${ben.id}`);
  const choosing = await owner.follow("Share a property");
  expect(choosing.text).toContain("Share a property with 2 clients");
  const found = await owner.submit({ property: "alder" }, { form: "main form[role=search]" });
  expect(found.text).toContain("Properties found");
  const form = await owner.follow("12 Alder Lane");
  expect(form.url.pathname).toBe(`/packages/${home.id}/shares/clients`);
  expect(form.text).toContain("The 2 clients you chose are ticked. Up to 20 can get a property at once.");
  const ticked = form.document
    .querySelectorAll("input[name=clientIds][checked]")
    .map((box) => box.getAttribute("value"));
  expect(ticked.toSorted()).toEqual([ada.id, ben.id].toSorted());
  const shared = await owner.submit({ sendsEmpty: "on" }, { button: "Share with 2 clients, send 2 emails" });
  expect(shared.text).toContain("Shared with 2 clients.");
});

test("too many clients for one property, none, and those who are gone are said", async ({ agency, owner }) => {
  const [home, ada] = [await agency.addPackage(), await agency.addClient({ name: "Ada" })];
  const gone = crypto.randomUUID();
  const many = Array.from({ length: 21 }, () => `id=${crypto.randomUUID()}`).join("&");
  const tooMany = await owner.open(`/batches/sharing?${many}`);
  expect(tooMany.text).toContain("You chose 21 clients. A property can be shared with up to 20 at once.");
  expect((await owner.open("/batches/sharing?id=..")).text).toContain("Choose 1 to 20 clients first.");
  expect((await owner.open(`/batches/sharing?of=tasks&id=${home.id}`)).status).toBe(404);
  const unknown = await owner.open(`/batches/sharing?id=${ada.id}&property=nowhere-at-all`);
  expect([unknown.status, unknown.text]).toEqual([200, expect.stringContaining("No property matches.")]);
  const path = `/packages/${home.id}/shares/clients`;
  const some = await owner.open(`${path}?clients=${ada.id},${gone}`);
  expect(some.text).toContain("The 1 client you chose is ticked. 1 more is archived, or no longer there.");
  const none = await owner.open(`${path}?clients=${gone}`);
  expect(none.text).toContain("None of the clients you chose can get a property.");
  expect((await owner.open(`${path}?clients=..`)).text).not.toContain("you chose");
  const all = await owner.open("/batches/new?of=clients&all=true");
  expect(all.text).toContain("To share a property with clients, choose up to 20 of them.");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(`/batches/sharing?id=${ada.id}`)).status).toBe(403);
});
