import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { namesOn } from "../page-reading.ts";

const test = newAgencyTest();

test("a property has a house type and tags, which its page shows and the search finds", async ({ agency, owner }) => {
  const { id } = await agency.addPackage({ street: "1 Alder Lane", houseType: "Loft" });
  await agency.addPackage({ street: "2 Birch Lane", tags: ["View"] });
  const form = await owner.open(`/packages/${id}/edit`);
  expect(form.document.querySelector('select[name="houseType"] option[selected]')?.text).toBe("Loft");
  const page = await owner.submit(
    { houseType: "", otherHouseType: "House boat", tags: "Fixer-upper", usedTags: "View" },
    { button: "Save changes" },
  );
  expect(page.document.querySelector(".hero")?.text).toContain("House boat");
  expect(page.document.querySelectorAll("main .tag").map(({ text }) => text)).toEqual(["Fixer-upper", "View"]);
  expect(namesOn(await owner.open("/packages/?q=house boat"))).toEqual(["1 Alder Lane"]);
  expect(namesOn(await owner.open("/packages/?q=fixer"))).toEqual(["1 Alder Lane"]);
});

test("a house type that the buyer does not want is no fit, whatever its case", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya" });
  const { included } = await agency.readClient(id);
  const wishes = {
    budget: { amount: "500000", currency: "USD" },
    preferredAreas: ["Ballard"],
    propertyTypes: ["town house"],
  };
  await agency.call("PATCH", `/buyer_profiles/${included.find(({ type }) => type === "buyer_profile")?.id}`, wishes);
  const facts = { area: "Ballard", listPrice: { amount: "490000", currency: "USD" } };
  await agency.addPackage({ street: "1 Fit Lane", houseType: "Townhouse", ...facts });
  await agency.addPackage({ street: "2 Unknown Lane", ...facts });
  await agency.addPackage({ street: "3 Other Lane", houseType: "Condominium", ...facts });
  const { text } = await owner.open(`/packages/?fits=${id}`);
  expect(["1 Fit Lane", "2 Unknown Lane", "3 Other Lane"].map((street) => text.includes(street))).toEqual([
    true,
    true,
    false,
  ]);
});
