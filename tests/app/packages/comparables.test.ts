import { describe, expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest();

const sale = {
  address: "9 Elm Street",
  "soldPrice.amount": "865,000",
  sqft: "1,800",
  soldOn: "2026-03-02",
  url: "https://sales.example/9-elm",
};

async function packageWithSale(agency: Agency, owner: Visitor, attributes: object = { sqft: 1840 }): Promise<string> {
  const { id } = await agency.addPackage(attributes);
  await owner.open(`/packages/${id}/comparables/new`);
  await owner.submit(sale, { button: "Add comparable" });
  return id;
}

const editOf = (visitor: Visitor) =>
  visitor.page.document.querySelector('a[href*="/comparables/"][href$="/edit"]')?.getAttribute("href") ?? "";

describe("a comparable", () => {
  test("is added, shown with its sale, and sets the comp. value", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({ street: "7 Unvalued Street", sqft: 1840 });
    const list = await owner.open("/packages/?q=unvalued");
    expect(list.document.querySelector("[aria-label='Add a comparable']")?.getAttribute("href")).toBeDefined();
    await owner.open(`/packages/${id}/comparables/new`);
    const page = await owner.submit(sale, { button: "Add comparable" });
    expect(page.url.pathname).toBe(`/packages/${id}/comparables`);
    for (const text of ["Comparable added: 9 Elm Street.", "$865,000", "1,800 sqft, $481 per sqft", "Sold Mar 2, 2026"])
      expect(page.text).toContain(text);
    expect(page.text).toContain("$884,222Price per sqft of one comparable, sold Mar 2, 2026.");
    expect(linkOf(page, "9 Elm Street")).toBe("https://sales.example/9-elm");
    const row = (await owner.open("/packages/?q=unvalued")).document.querySelector("tbody tr");
    expect(row?.text).toContain("$884,222");
  });

  test("needs every field and the currency of the other comparables", async ({ agency, owner }) => {
    const id = await packageWithSale(agency, owner);
    await owner.open(`/packages/${id}/comparables/new`);
    const empty = await owner.submit({ url: "sales.example" }, { button: "Add comparable" });
    expect([empty.status, messagesOn(empty)]).toEqual([
      400,
      [
        "Address must be at least 1 character.",
        "Sold price must be an amount of more than 0, e.g. 850,000.",
        "Sqft must be a whole number from 1 to 99,999,999.",
        "Sold on must be a date.",
        "Link must begin with http:// or https://.",
      ],
    ]);
    const other = await owner.submit({ ...sale, "soldPrice.currency": "EUR" }, { button: "Add comparable" });
    expect([other.status, messagesOn(other)]).toEqual([400, ["The other comparables are in USD."]]);
    const future = await owner.submit(
      { ...sale, "soldPrice.currency": "USD", soldOn: "2999-01-01" },
      { button: "Add comparable" },
    );
    expect(messagesOn(future)).toEqual(["Sold on can't be in the future."]);
  });

  test("is edited, shows both versions on a conflict, and is removed", async ({ agency, owner }) => {
    const id = await packageWithSale(agency, owner);
    const edit = editOf(owner);
    await owner.open(edit);
    expect([typedIn(owner.page, "address"), typedIn(owner.page, "soldPrice.amount")]).toEqual([
      "9 Elm Street",
      "865000",
    ]);
    await agency.call("PATCH", `/comparables/${edit.split("/")[4]}`, { sqft: 1700, address: "9 Elm Lane" });
    const conflict = await owner.submit({ address: "9 Elm Road" }, { button: "Save changes" });
    expect(versionsOn(conflict)).toEqual(["Address | 9 Elm Lane | 9 Elm Road", "Sqft | Theirs (kept): 1700 | "]);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Comparable saved: 9 Elm Road.");
    await owner.open(edit);
    await owner.follow("Remove comparable");
    const gone = await owner.submit({}, { button: "Remove comparable" });
    expect([gone.url.pathname, gone.text.includes("No comparables yet.")]).toEqual([
      `/packages/${id}/comparables`,
      true,
    ]);
    expect((await owner.open(edit)).status).toBe(404);
  });

  test("of another property is 404", async ({ agency, owner }) => {
    await packageWithSale(agency, owner);
    const edit = editOf(owner);
    const other = await agency.addPackage();
    expect((await owner.open(edit.replace(/packages\/[^/]+/, `packages/${other.id}`))).status).toBe(404);
  });
});

test("an override replaces the comparables and keeps its note and date", async ({ agency, owner }) => {
  const id = await packageWithSale(agency, owner);
  await owner.open(`/packages/${id}/edit`);
  const typed = { "compOverride.amount": "900,000", compNote: "Corner lot" };
  const lonely = await owner.submit({ compNote: "Corner lot" }, { button: "Save changes" });
  expect(messagesOn(lonely)).toEqual(["Enter the value this note explains, or leave both blank."]);
  const page = await owner.submit(typed, { button: "Save changes" });
  expect(page.text).toContain("Comp. value$900,000");
  expect((await owner.open(`/packages/${id}/comparables`)).text).toMatch(
    /\$900,000Entered \w{3} \d+, \d{4}\. Overrides the comparables\.Corner lot/,
  );
  const form = await owner.open(`/packages/${id}/edit`);
  expect([typedIn(form, "compOverride.amount"), typedIn(form, "compNote")]).toEqual(["900000", "Corner lot"]);
  const back = await owner.submit({ "compOverride.amount": "", compNote: "" }, { button: "Save changes" });
  expect(back.text).toContain("$884,222");
});
