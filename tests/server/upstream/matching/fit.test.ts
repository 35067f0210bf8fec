/** What fits what, and how that is said. */
import { describe, expect, test } from "vitest";
import { fitOf, type Property, type Wishes } from "#server/upstream/matching/fit.ts";

const usd = (amount: number) => ({ amount: String(amount), currency: "USD" });

const anything: Wishes = {
  ...{ budget: null, minBeds: null, minBaths: null, minLotSize: null, minGarages: null },
  ...{ preferredAreas: [], propertyTypes: [] },
};
const wishes: Wishes = {
  ...{ budget: usd(800_000), minBeds: 3, minBaths: 2, minLotSize: 4000, minGarages: 1 },
  ...{ preferredAreas: ["Ballard", "Fremont"], propertyTypes: ["Craftsman", "Townhouse"] },
};
const unknown: Property = {
  ...{ listPrice: null, beds: null, baths: null, lotSize: null, garages: null, area: null, houseType: null },
};
const home: Property = {
  ...{ listPrice: usd(720_000), beds: 3, baths: 2.5, lotSize: 4500, garages: 1 },
  ...{ area: "Ballard", houseType: "Craftsman" },
};

test("a property that meets every wish fits, and each comparison is said in words, what counts most first", () => {
  expect(fitOf(wishes, home)).toEqual({
    fits: true,
    score: 100,
    reasons: [
      ...["10% under budget", "Ballard", "3 of 3 beds", "2.5 baths, 2 wanted", "Craftsman"],
      ...["lot of 4,500 sqft, 4,000 wanted", "1 of 1 garage"],
    ],
  });
});

type Case = readonly [what: string, wishes: Partial<Wishes>, home: Partial<Property>, fits: boolean, reason: string];

test.for<Case>([
  ["a price at the budget", {}, { listPrice: usd(800_000) }, true, "on budget"],
  ["a price just below the budget", {}, { listPrice: usd(799_999) }, true, "less than 1% under budget"],
  ["a price 4% over the budget", {}, { listPrice: usd(832_000) }, true, "4% over budget"],
  ["a price 5% over the budget", {}, { listPrice: usd(840_000) }, true, "5% over budget"],
  ["a price 6% over the budget", {}, { listPrice: usd(848_000) }, false, "6% over budget"],
  ["half the budget", {}, { listPrice: usd(400_000) }, true, "50% under budget"],
  ["less than half the budget", {}, { listPrice: usd(390_000) }, false, "51% under budget"],
  [
    "another currency, whatever the amount",
    {},
    { listPrice: { amount: "7", currency: "CAD" } },
    true,
    "priced in CAD, budget in USD",
  ],
  ["a budget of nothing", { budget: usd(0) }, {}, false, "over budget"],
  ["more beds", {}, { beds: 5 }, true, "5 beds, 3 wanted"],
  ["one bed too few", {}, { beds: 2 }, true, "2 of 3 beds"],
  ["two beds too few", {}, { beds: 1 }, false, "1 of 3 beds"],
  ["half a bath too few", {}, { baths: 1.5 }, true, "1.5 of 2 baths"],
  ["one bath too few", {}, { baths: 1 }, false, "1 of 2 baths"],
  ["a lot 10% too small", {}, { lotSize: 3600 }, true, "lot of 3,600 sqft, 4,000 wanted"],
  ["a lot 11% too small", {}, { lotSize: 3560 }, false, "lot of 3,560 sqft, 4,000 wanted"],
  ["one garage too few", {}, { garages: 0 }, true, "0 of 1 garage"],
  ["two garages too few", { minGarages: 2 }, { garages: 0 }, false, "0 of 2 garages"],
  ["an area in another case", {}, { area: "FREMONT" }, true, "FREMONT"],
  ["an area with other blanks", { preferredAreas: [" capitol  hill"] }, { area: "CapitolHill" }, true, "CapitolHill"],
  ["an area with accents", { preferredAreas: ["Élan"] }, { area: "elan" }, true, "elan"],
  ["another area", {}, { area: "Magnolia" }, false, "in Magnolia"],
  ["a house type in another case", {}, { houseType: "townhouse" }, true, "townhouse"],
  ["another house type", {}, { houseType: "Loft" }, false, "Loft"],
])("%s", ([, wanted, has, fits, reason]) => {
  const found = fitOf({ ...wishes, ...wanted }, { ...home, ...has });
  expect({ fits: found.fits, said: found.reasons.includes(reason) ? reason : found.reasons }).toEqual({
    fits,
    said: reason,
  });
});

test("a price in another currency counts neither for nor against", () => {
  const priced = fitOf({ ...wishes, budget: { amount: "1", currency: "EUR" } }, { ...home, beds: 2 });
  expect(priced.score).toBe(fitOf({ ...wishes, budget: null }, { ...home, beds: 2 }).score);
});

const inEuros = { budget: { amount: "800000", currency: "EUR" } };

describe("what is not known", () => {
  test("counts neither for nor against, and is not spoken of", () => {
    const found = fitOf({ ...wishes, minBaths: null, propertyTypes: [] }, { ...home, lotSize: null, garages: null });
    expect(found).toEqual({ fits: true, score: 100, reasons: ["10% under budget", "Ballard", "3 of 3 beds"] });
  });

  test.for([
    ["nothing", {}, home, false],
    ["the budget alone", { budget: wishes.budget }, home, false],
    ["the budget and one thing more", { budget: wishes.budget, minGarages: 1 }, home, true],
    ["area and beds", { preferredAreas: ["Ballard"], minBeds: 3 }, home, true],
    [
      "area and beds, and a price in another currency",
      { ...inEuros, preferredAreas: ["Ballard"], minBeds: 3 },
      home,
      true,
    ],
    [
      "area and garages, and a price in another currency",
      { ...inEuros, preferredAreas: ["Ballard"], minGarages: 1 },
      home,
      false,
    ],
    ["beds, and a price in another currency", { ...inEuros, minBeds: 3 }, home, false],
    ["area and baths", { preferredAreas: ["Ballard"], minBaths: 2 }, home, false],
    ["all of the client, and nothing of the property", wishes, unknown, false],
  ] as const)("%s is known", ([, wanted, has, fits]) => {
    expect(fitOf({ ...anything, ...wanted }, has).fits).toBe(fits);
  });
});

test("two things that are nearly met do not fit, and each counts half", () => {
  const near = fitOf(wishes, { ...home, beds: 2 });
  expect(near).toMatchObject({ fits: true, score: 93 });
  expect(fitOf(wishes, { ...home, beds: 2, listPrice: usd(820_000) })).toMatchObject({ fits: false, score: 73 });
});
