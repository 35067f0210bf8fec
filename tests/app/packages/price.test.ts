import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { linkOf, namesOn } from "../page-reading.ts";

// The list price is changed from its cell in the list, and leads back to the list as it was; without scripts.

const priced = { street: "12 Alder Lane", listPrice: { amount: "895000", currency: "EUR" } };

const test = newAgencyTest().extend("id", async ({ agency }) => (await agency.addPackage(priced)).id);

test("the price is changed from its cell, and the list is shown again with its filters", async ({ owner, id }) => {
  const list = await owner.open("/packages/?sort=-price&q=alder");
  const cell = list.document.querySelector(`a[href^="/packages/${id}/price"]`);
  expect(cell?.text).toBe("EUR 895,000: change list price");
  const page = await owner.open(cell?.getAttribute("href") ?? "");
  expect(page.url.search).toBe("?list=true&sort=-price&q=alder");
  expect([linkOf(page, "Cancel"), page.document.querySelectorAll(".row-link")]).toEqual([
    "/packages/?sort=-price&q=alder",
    [],
  ]);
  const refused = await owner.submit({ "listPrice.amount": "a lot" }, { button: "Save price" });
  expect([refused.status, linkOf(refused, "Cancel")]).toEqual([400, "/packages/?sort=-price&q=alder"]);
  const back = await owner.submit({ "listPrice.amount": "910000" }, { button: "Save price" });
  expect(back.url.pathname + back.url.search).toBe("/packages/?sort=-price&q=alder");
  expect(back.text).toContain("List price: EUR 910,000.");
  expect(back.document.querySelector(`a[href^="/packages/${id}/price"]`)?.text).toBe("EUR 910,000: change list price");
});

test("a price that somebody else changed meanwhile is shown beside one's own", async ({ agency, owner, id }) => {
  await owner.open(`/packages/${id}/price`);
  await agency.call("PATCH", `/packages/${id}`, { listPrice: { amount: "880000", currency: "EUR" } });
  const refused = await owner.submit({ "listPrice.amount": "905000" }, { button: "Save price" });
  expect([refused.status, refused.text.includes("880000")]).toEqual([409, true]);
});

test("a price that is not known is added in the currency of the property's value, and can be removed", async ({
  agency,
  owner,
}) => {
  const compOverride = { amount: "700000", currency: "CAD", note: null };
  const { id } = await agency.addPackage({ street: "9 Elm Street", compOverride });
  const list = await owner.open("/packages/");
  const cell = list.document.querySelector(`a[href^="/packages/${id}/price"]`);
  expect(cell?.getAttribute("aria-label")).toBe("Add list price");
  await owner.open(cell?.getAttribute("href") ?? "");
  const added = await owner.submit({ "listPrice.amount": "650,000" }, { button: "Save price" });
  expect(added.document.querySelector(`a[href^="/packages/${id}/price"]`)?.text).toBe("CAD 650,000: change list price");
  await owner.open(`/packages/${id}/price`);
  const removed = await owner.submit({ "listPrice.amount": "" }, { button: "Save price" });
  expect([removed.url.pathname, removed.text]).toEqual([
    `/packages/${id}`,
    expect.stringContaining("List price removed."),
  ]);
});

test("whoever only looks, or chooses rows, has no link to change a price", async ({ agency, owner, id }) => {
  const { visitor } = await agency.join("instructor");
  const list = await visitor.open("/packages/");
  expect([namesOn(list), list.document.querySelectorAll(".change")]).toEqual([["12 Alder Lane"], []]);
  const choosing = await owner.open("/packages/?select=true");
  expect([namesOn(choosing), choosing.document.querySelectorAll(".change")]).toEqual([["12 Alder Lane"], []]);
  expect((await visitor.open(`/packages/${id}/price`)).status).toBe(403);
  expect((await owner.open("/packages/nonsense/price?list=true")).status).toBe(404);
});
