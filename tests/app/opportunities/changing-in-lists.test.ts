import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { linkOf, namesOn } from "../page-reading.ts";

// What is changed from the cells of the pipeline leads back to the list as it was; without scripts.

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("id", ({ owner, clientId }) => openOpportunity(owner, { clientId }));

test("the rank is changed from its cell, and the list is shown again with its filters", async ({ owner, id }) => {
  const list = await owner.open("/opportunities?sort=-rank&q=maya");
  const cell = list.document.querySelector(`a[href^="/opportunities/${id}/rank"]`);
  expect(cell?.getAttribute("aria-label")).toMatch(/^Rank Medium: change rank of .+ for Maya Okafor$/);
  expect(cell?.getAttribute("href")).toBe(`/opportunities/${id}/rank?list=true&sort=-rank&q=maya`);
  const page = await owner.open(cell?.getAttribute("href") ?? "");
  expect(linkOf(page, "Cancel")).toBe("/opportunities?sort=-rank&q=maya");
  expect(page.document.querySelectorAll(".row-link")).toEqual([]);
  const refused = await owner.submit({ rank: "Highest" }, { button: "Save rank" });
  expect([refused.status, linkOf(refused, "Cancel")]).toEqual([400, "/opportunities?sort=-rank&q=maya"]);
  const back = await owner.submit({ rank: "High" }, { button: "Save rank" });
  expect(back.url.pathname + back.url.search).toBe("/opportunities?sort=-rank&q=maya");
  expect(back.text).toContain("Rank: High.");
  expect(back.document.querySelector(`a[href^="/opportunities/${id}/rank"]`)?.text).toBe("High");
});

test("the stage is moved from the list, step by step, and can be undone from there", async ({ owner, id }) => {
  await owner.open("/opportunities?stage=active");
  const choices = await owner.follow("Update stage");
  expect(choices.url.search).toBe("?list=true&stage=active");
  const form = await owner.follow("Suggest an offer");
  expect([form.url.search, linkOf(form, "Cancel")]).toEqual([
    "?list=true&stage=active&to=offer_suggeted",
    "/opportunities?stage=active",
  ]);
  const back = await owner.submit({ "dealPrice.amount": "640,000" }, { button: "Update stage" });
  expect(back.url.pathname + back.url.search).toBe("/opportunities?stage=active");
  expect(back.text).toContain("Stage: Offer suggested.");
  expect(back.document.querySelector(`form[action="/opportunities/${id}/undoing"]`)).not.toBeNull();
});

test("price and dates are changed from their cell", async ({ agency, owner, id }) => {
  const links = async () =>
    (await owner.open("/opportunities")).document.querySelectorAll(".change").map(({ text }) => text.trim());
  expect(await links()).toEqual(["Medium", "—"]);
  const price = { amount: "640000", currency: "USD" };
  const sent = { from: "open", to: "offer_sent", price, expiresAt: "2031-03-01T20:00:00Z" };
  await agency.call("POST", `/opportunities/${id}/moves`, sent);
  expect(await links()).toEqual(["Medium", "$640,000"]);
  await owner.open(
    owner.page.document.querySelector(`a[href^="/opportunities/${id}/terms"]`)?.getAttribute("href") ?? "",
  );
  const back = await owner.submit({ "offerPrice.amount": "655000" }, { button: "Save price and dates" });
  expect([back.url.pathname, back.text]).toEqual(["/opportunities", expect.stringContaining("$655,000")]);
});

test("whoever only looks has no links to change anything, and a state nobody can read is the whole list", async ({
  agency,
  owner,
  id,
}) => {
  const { visitor } = await agency.join("instructor");
  const list = await visitor.open("/opportunities");
  expect([namesOn(list), list.document.querySelectorAll(".change")]).toEqual([["Maya Okafor"], []]);
  const page = await owner.open(`/opportunities/${id}/rank?list=x&stage=nowhere&client=..&sort=%00`);
  expect([page.status, linkOf(page, "Cancel")]).toEqual([200, "/opportunities"]);
  expect((await owner.open("/opportunities/nonsense/rank?list=true")).status).toBe(404);
});
