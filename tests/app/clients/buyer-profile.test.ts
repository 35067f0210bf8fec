import { describe, expect, test } from "vitest";
import { object, safeParse } from "zod/mini";
import {
  type BuyerProfile,
  buyerProfileAttributes,
  buyerProfileForm,
  describeProfile,
  typedProfile,
} from "#app/clients/buyer-profile.ts";
import { currencyChoices } from "#app/ui/money-values.ts";

const empty: BuyerProfile = {
  id: "p",
  etag: null,
  can: null,
  budget: null,
  minBeds: null,
  minBaths: null,
  minLotSize: null,
  minGarages: null,
  preferredAreas: [],
  propertyTypes: [],
  notes: null,
};
const full: BuyerProfile = {
  ...empty,
  budget: { amount: "850000.00", currency: "USD" },
  minBeds: 3,
  minBaths: 2.5,
  minLotSize: 4000,
  minGarages: 1,
  preferredAreas: ["Ballard", "Fremont"],
  propertyTypes: ["House", "Townhouse"],
  notes: "Light in the kitchen.",
};

const linesOf = (profile: BuyerProfile | null) =>
  describeProfile(profile).map(({ label, value }) => `${label}: ${value}`);

describe("the panel", () => {
  test("shows the values of the profile", () => {
    expect(linesOf(full)).toEqual([
      "Budget: USD 850,000",
      "Beds & Baths: 3+ / 2.5+",
      "House types: House, Townhouse",
      "Min. Lot Size: 4,000 sqft",
      "Min. Garages: 1",
      "Preferred Areas: Ballard, Fremont",
      "Buyer notes: Light in the kitchen.",
    ]);
  });

  test("shows house types only where there are any", () => {
    const labels = ["Budget", "Beds & Baths", "Min. Lot Size", "Min. Garages", "Preferred Areas", "Buyer notes"];
    expect(linesOf(empty)).toEqual(labels.map((label) => `${label}: null`));
    expect(linesOf(null)).toEqual(linesOf(empty));
  });

  test("shows beds without baths and baths without beds", () => {
    expect(linesOf({ ...empty, minBaths: 2 })).toContain("Beds & Baths: — / 2+");
    expect(linesOf({ ...empty, minBeds: 0 })).toContain("Beds & Baths: 0+ / —");
  });
});

test("decimals may be text, lists may repeat entries, and missing attributes are null", () => {
  const given = { ...empty, minBaths: "2.5", budget: { amount: 850000, currency: "USD" }, preferredAreas: ["A", "A"] };
  const { data } = safeParse(object(buyerProfileAttributes), { ...given, propertyTypes: null });
  expect(data).toMatchObject({
    minBaths: 2.5,
    budget: { amount: "850000", currency: "USD" },
    preferredAreas: ["A"],
    propertyTypes: [],
  });
});

describe("the form", () => {
  const typed = typedProfile(empty);
  const problemsOf = (changes: object) =>
    safeParse(buyerProfileForm, { ...typed, ...changes }).error?.issues.map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    );

  test("sent unchanged changes nothing", () => {
    const { id: _id, etag: _etag, can: _can, ...wishes } = full;
    expect(safeParse(buyerProfileForm, typedProfile(full)).data).toEqual(wishes);
  });

  test("accepts empty fields", () => {
    const { id: _id, etag: _etag, can: _can, ...wishes } = empty;
    expect(safeParse(buyerProfileForm, typed).data).toEqual(wishes);
  });

  test("reads amounts in common notations", () => {
    const { data } = safeParse(buyerProfileForm, { ...typed, budget: { amount: " 1,250,000.50 ", currency: "EUR" } });
    expect(data?.budget).toEqual({ amount: "1250000.50", currency: "EUR" });
  });

  test("reads lists by lines or commas, without duplicates", () => {
    const { data } = safeParse(buyerProfileForm, {
      ...typed,
      preferredAreas: "Ballard, Fremont\nBallard\n\n Queen Anne ",
    });
    expect(data?.preferredAreas).toEqual(["Ballard", "Fremont", "Queen Anne"]);
  });

  test.each([
    [{ minBeds: "three" }, "minBeds: Min. beds must be a whole number from 0 to 99."],
    [{ minBeds: "2.5" }, "minBeds: Min. beds must be a whole number from 0 to 99."],
    [{ minBeds: "-1" }, "minBeds: Min. beds must be a whole number from 0 to 99."],
    [{ minBeds: "100" }, "minBeds: Min. beds must be a whole number from 0 to 99."],
    [{ minBeds: "1e1" }, "minBeds: Min. beds must be a whole number from 0 to 99."],
    [{ minBaths: "2.25" }, "minBaths: Min. baths must be a number from 0 to 99, in halves."],
    [
      { minLotSize: "4000.123" },
      "minLotSize: Min. lot size must be square feet from 0 to 1,000,000,000, with two decimals at most.",
    ],
    [{ minGarages: "∞" }, "minGarages: Min. garages must be a whole number from 0 to 99."],
    [{ budget: { amount: "lots", currency: "USD" } }, "budget.amount: Budget must be an amount, as in 850,000."],
    [
      { budget: { amount: "-1", currency: "USD" } },
      "budget.amount: Enter the amount without a minus sign or parentheses, such as 450,000.",
    ],
    [{ budget: { amount: "1", currency: "usd" } }, "budget.currency: Choose a currency from the list."],
    [{ preferredAreas: "a".repeat(101) }, "preferredAreas: Each may have 100 characters at most."],
    [{ notes: "a".repeat(10_001) }, "notes: Use at most 10,000 characters."],
    [{ notes: "a\0" }, "notes: Remove the characters that can't be displayed."],
  ])("refuses %j with a sentence", (changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  test("offers the profile's currency, even a rare one", () => {
    const rare = currencyChoices({ amount: "1", currency: "ISK" });
    expect(rare.map(({ value }) => value)).toContain("ISK");
    expect(currencyChoices(full.budget).filter(({ value }) => value === "USD")).toHaveLength(1);
  });
});
