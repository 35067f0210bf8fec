/** The rows of a file of properties: the problems of each, and which of them are the same property. */
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { writeCommas } from "../../../spelling/money.ts";
import { email, listOf, mostTags } from "../clients/inputs.ts";
import { checkRows, givenRow } from "../imports/file-rows.ts";
import { leastIn, moneyCellOf, moneyIn } from "../imports/import-cells.ts";
import { facts, street } from "./inputs.ts";

/** The most rows of one file: each property is made with its folders, its history and its deals. */
export const maxProperties = 200;

const cell = z.string().default("");

/** A row as it was read, not checked yet: the texts of its cells. */
export const givenProperty = givenRow.extend({
  street: z.string(),
  city: cell,
  state: cell,
  zip: cell,
  beds: cell,
  baths: cell,
  sqft: cell,
  lotSize: cell,
  garages: cell,
  yearBuilt: cell,
  mlsNumber: cell,
  area: cell,
  houseType: cell,
  tags: z.array(z.string()).default([]),
  listPrice: cell,
  listPriceCurrency: cell,
  notes: cell,
  clientEmails: z.array(z.string()).default([]),
});
type GivenProperty = z.output<typeof givenProperty>;

/** A row that can become a property: what a form for one takes. */
const entry = z.object({
  row: z.int(),
  street,
  city: facts.city.unwrap(),
  state: facts.state.unwrap(),
  zip: facts.zip.unwrap(),
  beds: facts.beds.unwrap(),
  baths: facts.baths.unwrap(),
  sqft: facts.sqft.unwrap(),
  lotSize: facts.lotSize.unwrap(),
  garages: facts.garages.unwrap(),
  yearBuilt: facts.yearBuilt.unwrap(),
  mlsNumber: facts.mlsNumber.unwrap(),
  area: facts.area.unwrap(),
  houseType: facts.houseType.unwrap(),
  tags: listOf("Tag", mostTags),
  listPrice: moneyCellOf("List price").nullable(),
  remarks: facts.remarks.unwrap(),
  clientEmails: z.array(email).max(20, "A property has at most 20 clients."),
});
export const properties = z.array(entry);
export type PropertyEntry = z.output<typeof entry>;

/** What the texts of the cells mean; what they do not say is null. */
function valuesOf({ notes, listPrice, listPriceCurrency, ...given }: GivenProperty, hasCommas: boolean) {
  const number = (text: string) => (text.trim() === "" ? null : leastIn(text));
  return {
    ...given,
    beds: number(given.beds),
    baths: number(given.baths),
    sqft: number(given.sqft),
    lotSize: number(given.lotSize),
    garages: number(given.garages),
    yearBuilt: number(given.yearBuilt),
    remarks: notes,
    listPrice: moneyIn({ amount: listPrice, currency: listPriceCurrency }, "List price", hasCommas),
  };
}

/** What a property can be without: all but its street. */
const spare = {
  city: null,
  state: null,
  zip: null,
  beds: null,
  baths: null,
  sqft: null,
  lotSize: null,
  garages: null,
  yearBuilt: null,
  mlsNumber: null,
  area: null,
  houseType: null,
  tags: [],
  listPrice: null,
  remarks: null,
  clientEmails: [],
};

/** What tells two properties apart, as it is compared; "" for what is not known. */
export function keysOfEntry({ street, city, zip, mlsNumber }: Omit<PropertyEntry, "row">) {
  return {
    street: fold(street),
    city: fold(city ?? ""),
    zip: fold(zip ?? ""),
    mlsNumber: (mlsNumber ?? "").toLowerCase(),
  };
}
type Keys = ReturnType<typeof keysOfEntry>;

/** The same number of a listing; or the same street, where neither city nor zip says otherwise. */
function areSame(one: Keys, other: Keys): boolean {
  if (one.mlsNumber !== "" && one.mlsNumber === other.mlsNumber) return true;
  const meet = (name: "city" | "zip") => one[name] === "" || other[name] === "" || one[name] === other[name];
  return one.street === other.street && meet("city") && meet("zip");
}

/** Checks the rows of a file by the rules for properties that are entered one by one. */
export async function checkProperties(given: readonly GivenProperty[], leavesOut: boolean) {
  const hasCommas = writeCommas(given.map(({ listPrice }) => listPrice));
  const before: { row: number; keys: Keys }[] = [];
  return checkRows<GivenProperty, PropertyEntry>(given, leavesOut, {
    entry,
    valuesOf: (typed) => valuesOf(typed, hasCommas),
    spare,
    nameOf: ({ street }) => street,
    findEarlier(read) {
      const keys = keysOfEntry(read);
      const same = before.find((one) => areSame(one.keys, keys));
      if (same === undefined) before.push({ row: read.row, keys });
      return same?.row;
    },
  });
}
