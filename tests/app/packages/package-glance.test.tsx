import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { specsOf } from "#app/packages/package.ts";
import { PackageGlance } from "#app/packages/package-glance.tsx";
import { renderPart } from "#tests/support/rendering.tsx";

const deal = (name: string, stage: string | null) => ({ id: name, name, href: `/opportunities/${name}`, stage });
const unknown = { area: null, lotSize: null, garages: null };
const price = { amount: "519000", currency: "USD" };

async function textOf(...[listPrice, clients]: [typeof price | null, ReturnType<typeof deal>[]]) {
  const facts = { ...unknown, listPrice, compValue: null, isForSale: true };
  return parse(await renderPart(<PackageGlance facts={facts} offerDue={null} clients={clients} late={null} />)).text;
}

test("the price and the first deals with their stages stand together", async () => {
  const clients = [deal("Maya", "offer_sent"), deal("Nora", null), deal("Devon", "open"), deal("Ada", "closed")];
  expect(await textOf(price, clients)).toBe("$519,000Maya Offer sentDevon Opportunity+1");
  expect(await textOf(null, [deal("Maya", "lost")])).toBe("Maya Lost");
});

test("without either there is nothing", async () => {
  expect(await textOf(null, [deal("Nora", null)])).toBe("");
});

test("what is there is one line, without what is not known", async () => {
  const facts = { area: "Ballard", houseType: "Craftsman", lotSize: 4200, garages: 1, yearBuilt: 1926 };
  expect(specsOf(facts)).toBe("Ballard · Craftsman · 4,200 sqft lot · 1 garage · Built 1926");
  expect(specsOf({ ...unknown, garages: 2 })).toBe("2 garages");
  expect(specsOf(unknown)).toBe("");
});
