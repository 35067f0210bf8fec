import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

const given = (name: string) => readFileSync(new URL(`../imports/files/${name}`, import.meta.url), "utf8");

/** Has a file looked over. */
async function lookOver(visitor: Visitor, content: string): Promise<Visit> {
  await visitor.open("/packages/imports/new");
  const files = [new File([content], "listings.csv", { type: "text/csv" })];
  return visitor.submit({}, { button: "Review import", files });
}

const groups = ["Cannot be imported", "Will be imported", "Kept elsewhere or left out", "In this file twice"] as const;

/** What the review says, by its groups. */
const review = (page: Visit) =>
  Object.fromEntries(groups.flatMap((group) => (rowsOn(page, group).length > 0 ? [[group, rowsOn(page, group)]] : [])));

test("headings of the RESO Data Dictionary are known", async ({ owner }) => {
  const page = await lookOver(owner, given("01-mls-reso.csv"));
  expect(review(page)).toEqual({
    "Will be imported": [
      "4410 Quarry Ln City: Tacoma State: WA Zip: 98407 Beds: 4 Baths: 2.5 Sqft: 2140 List price: $615,000 MLS number: 2418801 Lot size (sqft): 10019 Garages: 2 Year built: 1978 Area: Westgate House type: Single Family Residence Remarks: Light rooms, new roof.",
      "77 Harbor St Unit 5C City: Tacoma State: WA Zip: 98402 Beds: 2 Baths: 1.5 Sqft: 1015 List price: $389,900 MLS number: 2418802 Garages: 1 Year built: 2004 Area: Downtown House type: Condominium Remarks: Corner unit.",
    ],
  });
  expect(page.text).toContain("These columns will be skipped: ListingKey, StandardStatus.");
});

describe("headings in other spellings", () => {
  test.for([
    "Street Number Numeric,Street Dir Prefix,Street Name,Street Suffix,Unit Number,State Or Province,Bathrooms Full,Bathrooms Half,Lot Size Square Feet,Association Fee,Association Fee Frequency",
    "street_number_numeric,street_dir_prefix,street_name,street_suffix,unit_number,state_or_province,bathrooms_full,bathrooms_half,lot_size_square_feet,association_fee,association_fee_frequency",
    "streetnumbernumeric,streetdirprefix,streetname,streetsuffix,unitnumber,stateorprovince,bathroomsfull,bathroomshalf,lotsizesquarefeet,associationfee,associationfeefrequency",
  ] as const)("%s", async (headings, { owner }) => {
    const page = await lookOver(owner, `${headings}\n1842,N,Birch,St,204,WA,2,1,5000,1200,Annually\n`);
    expect(review(page)).toEqual({
      "Will be imported": ["1842 N Birch St #204 State: WA Baths: 2.5 HOA a month: $100 Lot size (sqft): 5000"],
    });
  });
});

test("cells as listing services print them are read, or left out and said", async ({ owner }) => {
  const page = await lookOver(owner, given("03-mls-text-numbers.csv"));
  const row = (number: number, zip: string, facts: string) =>
    `${number} Plum Ct City: Tacoma State: WA Zip: ${zip} ${facts}`;
  expect(review(page)).toEqual({
    "Will be imported": [
      row(
        1,
        "98401",
        "Beds: 3 Baths: 2.5 Sqft: 1850 List price: $425,000 MLS number: T-3001 Lot size (sqft): 10890 Year built: 1962",
      ),
      row(
        2,
        "98401-2210",
        "Beds: 3 Baths: 2.5 Sqft: 1850 List price: $425,500.50 MLS number: T-3002 Lot size (sqft): 21780 Year built: 1962",
      ),
      row(
        3,
        "98401",
        "Beds: 4 Baths: 2.5 Sqft: 1850 List price: $1,250,000 MLS number: T-3003 Lot size (sqft): 10890 Year built: 1910",
      ),
      row(4, "98401", "Beds: 0 Baths: 1.75 Sqft: 640 List price: $399,000 MLS number: T-3004 Year built: 1962"),
      row(5, "98401", "Beds: 3 Baths: 3 Sqft: 1850 MLS number: T-3005 Lot size (sqft): 4792 Year built: 1962"),
      row(
        6,
        "98401",
        "Beds: 3 Baths: 2 Sqft: 1850 List price: $450,000 MLS number: T-3006 Lot size (sqft): 10893 Year built: 1962",
      ),
    ],
    "Kept elsewhere or left out": [
      "Row 4 3 Plum Ct Beds: “3+1” is read as 4. Year built: “c. 1910” is read as 1910.",
      "Row 5 4 Plum Ct Beds: “Studio” is read as 0.",
      "Row 6 5 Plum Ct List price: “Call for price” is left out.",
    ],
  });
  const done = await owner.submit({}, { button: "Import these properties" });
  expect(done.text).toContain("6 properties imported.");
  const property = await owner.follow("4 Plum Ct");
  expect(property.text).toContain("1.75");
});

test("other cells as listing services print them are read", async ({ owner }) => {
  const file = [
    "Address,Beds,Baths,Sqft,Lot Size Acres,Garage Spaces,Year Built,Lot Size Units,List Price",
    "1 Fig Ct,3 BR,2.1,2140.00 SqFt,.5,2 car,1978.0,,TBD",
    "2 Fig Ct,Efficiency,1 3/4,approx. 900,1.25 acres,1.00,,,$1.2 million",
    "3 Fig Ct,2,2 full 1 three-quarter 1 half,~900 sq. ft.,,,unknown,,n/a",
  ].join("\n");
  expect(review(await lookOver(owner, file))["Will be imported"]).toEqual([
    "1 Fig Ct Beds: 3 Baths: 2.5 Sqft: 2140 Lot size (sqft): 21780 Garages: 2 Year built: 1978",
    "2 Fig Ct Beds: 0 Baths: 1.75 Sqft: 900 List price: $1,200,000 Lot size (sqft): 54450 Garages: 1",
    "3 Fig Ct Beds: 2 Baths: 3.25 Sqft: 900",
  ]);
});

test("one button imports rows without the cells that cannot be read", async ({ owner }) => {
  const page = await lookOver(
    owner,
    "Address,Beds,Sqft\n1 Ash Ct,three,900\n2 Ash Ct,2,about\n3 Ash Ct,1,700\n1 Ash Ct,4,900\n",
  );
  expect(review(page)).toEqual({
    "Cannot be imported": [
      "Row 2 1 Ash Ct Beds must be a whole number.",
      "Row 3 2 Ash Ct Sqft must be a whole number.",
    ],
    "Will be imported": ["3 Ash Ct Beds: 1 Sqft: 700", "1 Ash Ct Beds: 4 Sqft: 900"],
  });
  const done = await owner.submit({}, { button: "Import these without what can’t be read" });
  expect(done.text).toContain("3 properties imported.");
  expect(rowsOn(done, "Imported")).toEqual(["2 Ash Ct", "3 Ash Ct", "1 Ash Ct"]);
  expect(rowsOn(done, "Kept elsewhere or left out")).toEqual(["Row 3 2 Ash Ct Left out: Sqft must be a whole number."]);
});

test("a file whose rows all have such a cell is imported, too", async ({ owner }) => {
  const page = await lookOver(owner, "Address,Beds\n5 Ash Ct,some\n6 Ash Ct,many\n");
  expect(page.text).not.toContain("Import these properties");
  const done = await owner.submit({}, { button: "Import these without what can’t be read" });
  expect(done.text).toContain("2 properties imported.");
});

test("addresses in one cell are split, and ZIP codes have their zero", async ({ owner }) => {
  expect(review(await lookOver(owner, given("05-full-address-one-cell.csv")))).toEqual({
    "Will be imported": [
      "318 Gull Way City: Tacoma State: WA Zip: 98407 List price: $455,000 MLS number: F-5001",
      "Lot 14 Deer Run List price: $120,000 MLS number: F-5002",
      "2750 State Route 16, Unit B City: Gig Harbor State: WA Zip: 98335 List price: $610,000 MLS number: F-5003",
    ],
  });
  expect(review(await lookOver(owner, given("06-zip-leading-zero.csv")))["Will be imported"]).toEqual([
    "9 Elm St City: Boston State: MA Zip: 02134 List price: $700,000 MLS number: Z-6001",
    "11 Elm St City: Newark State: NJ Zip: 07102 List price: $350,000 MLS number: Z-6002",
    "13 Elm St City: Boston State: MA Zip: 02134-1208 List price: $710,000 MLS number: Z-6003",
  ]);
  const apart =
    'Street Number,Street Name,Unparsed Address,City\n4410,Quarry,"4410 Quarry Ln, Tacoma, WA 98407",Tacoma\n';
  expect(review(await lookOver(owner, apart))["Will be imported"]).toEqual([
    "4410 Quarry Ln City: Tacoma State: WA Zip: 98407",
  ]);
});

test("a number alone is no address", async ({ owner }) => {
  const page = await lookOver(owner, "Address,City\n1842,Seattle\n");
  expect(review(page)).toEqual({
    "Cannot be imported": ["Row 2 1842 The address is only “1842”. Choose the columns of its street, too."],
  });
});

test("lots are in acres where their figures say so, and this is said", async ({ owner }) => {
  expect(review(await lookOver(owner, given("07-lot-in-acres.csv")))).toEqual({
    "Will be imported": [
      "21 Olive St City: Tacoma State: WA Zip: 98401 Baths: 2.5 MLS number: L-7001 Lot size (sqft): 10019",
      "23 Olive St City: Tacoma State: WA Zip: 98401 Baths: 1 MLS number: L-7002 Lot size (sqft): 235224",
    ],
    "Kept elsewhere or left out": [
      "Row 2 21 Olive St Lot size: 0.23 is read as acres: 10,019 sqft. If it is in square feet, choose so in the columns.",
      "Row 3 23 Olive St Lot size: 5.4 is read as acres: 235,224 sqft. If it is in square feet, choose so in the columns.",
    ],
  });
  const others = "Address,Lot Size,Lot Size Units\n1 Oat St,7200,\n2 Oat St,0.5,Acres\n3 Oat St,650,Square Meters\n";
  expect(review(await lookOver(owner, others))).toEqual({
    "Will be imported": [
      "1 Oat St Lot size (sqft): 7200",
      "2 Oat St Lot size (sqft): 21780",
      "3 Oat St Lot size (sqft): 6997",
    ],
  });
  expect(review(await lookOver(owner, "Address,Lot size (sqft)\n4 Oat St,0.23\n"))).toEqual({
    "Will be imported": ["4 Oat St"],
    "Kept elsewhere or left out": [
      "Row 2 4 Oat St Lot size: “0.23” square feet is left out. If it is in acres, choose so in the columns.",
    ],
  });
});

test("one home is known in all spellings, in the file, in Latchkey and to the search", async ({ agency, owner }) => {
  const file = given("08-duplicates-other-spelling.csv");
  const page = await lookOver(owner, file);
  expect(rowsOn(page, "In this file twice")).toEqual([
    "Row 3 900 N 5th St #3 Same as row 2.",
    "Row 4 900 N. Fifth St. Unit 3 Same as row 2.",
    "Row 7 901 Saint Helens Avenue Same as row 6.",
  ]);
  await owner.submit({}, { button: "Import these properties" });
  expect(rowsOn(await lookOver(owner, file), "Already in Latchkey")).toHaveLength(3);
  await agency.addPackage({ street: "12 West Elm Street #1" });
  const units = "Address\n12 W. Elm St Unit 1\n12 W Elm St Apt 2\n";
  expect(review(await lookOver(owner, units))["Will be imported"]).toEqual(["12 W Elm St Apt 2"]);
  for (const typed of ["901 Saint Helens Avenue", "900 n 5th st #3", "12 w elm st unit 1"])
    expect((await owner.open(`/packages/?q=${encodeURIComponent(typed)}`)).text, typed).toContain("Showing 1 to 1");
});

test("what differs from a known listing is offered, chosen by row or all, and written", async ({ owner }) => {
  const first = "Address,List Price,Beds,MLS\n1 Elm Row,849000,3,R-1\n2 Elm Row,500000,2,R-2\n3 Elm Row,400000,1,R-3\n";
  await lookOver(owner, first);
  await owner.submit({}, { button: "Import these properties" });
  const again =
    "Address,List Price,Beds,MLS\n1 Elm Row,829000,3,R-1\n2 Elm Row,500000.00,4,R-2\n3 Elm Row,400000,,R-3\n";
  const page = await lookOver(owner, again);
  expect(rowsOn(page, "Already in Latchkey, and different")).toEqual([
    "Row 2 1 Elm Row List price $849,000 → $829,000",
    "Row 3 2 Elm Row Beds 2 → 4",
    "Change all of these",
  ]);
  const done = await owner.submit({ change: "2" }, { button: "Apply these changes" });
  expect(rowsOn(done, "Changed in Latchkey")).toEqual(["Row 2 1 Elm Row List price $849,000 → $829,000. Changed."]);
  expect(rowsOn(await lookOver(owner, again), "Already in Latchkey, and different")).toEqual([
    "Row 3 2 Elm Row Beds 2 → 4",
  ]);
  const all = await lookOver(owner, again.replace("829000", "819000"));
  expect(rowsOn(all, "Already in Latchkey, and different")).toHaveLength(3);
  const changed = await owner.submit({ allChanges: "on" }, { button: "Apply these changes" });
  expect(rowsOn(changed, "Changed in Latchkey")).toHaveLength(2);
});

test("an import is undone as a whole, but for what somebody changed since", async ({ owner }) => {
  await lookOver(owner, "Address,List Price,MLS\n1 Oak Row,849000,U-1\n2 Oak Row,500000,U-2\n");
  await owner.submit({}, { button: "Import these properties" });
  await lookOver(
    owner,
    "Address,List Price,MLS\n1 Oak Row,829000,U-1\n2 Oak Row,490000,U-2\n3 Oak Row,1,U-3\n4 Oak Row,1,U-4\n",
  );
  const done = await owner.submit({ allChanges: "on" }, { button: "Import these properties" });
  expect(done.text).toContain("2 properties imported.");
  const hrefOf = (name: string) =>
    done.document
      .querySelectorAll("a.link")
      .find(({ text }) => text === name)
      ?.getAttribute("href") ?? "";
  for (const name of ["2 Oak Row", "4 Oak Row"]) {
    await owner.open(`${hrefOf(name)}/price`);
    await owner.submit({ "listPrice.amount": "470000" }, { button: "Save price" });
  }
  await owner.open(`${done.url.pathname}/undoing`);
  expect(owner.page.text).toContain("2 changed properties will be changed back.");
  const undone = await owner.submit({}, { button: "Undo import" });
  expect(undone.text).toContain("1 property deleted. Those that someone started working with meanwhile were kept.");
  expect(rowsOn(undone, "Changed in Latchkey")).toEqual([
    "Row 2 1 Oak Row List price $849,000 → $829,000. Changed back.",
    "Row 3 2 Oak Row List price $500,000 → $490,000. Not all changed back: somebody changed it since.",
  ]);
  expect((await owner.open("/packages/?q=3+oak+row")).text).not.toContain("3 Oak Row");
  expect((await owner.open("/packages/?q=1+oak+row")).text).toContain("$849,000");
});
