import { http } from "msw";
import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { blocksInParagraphs } from "#tests/support/html-nesting.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { namesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const addWords = (agency: Agency, name: string, words: object) =>
  agency.call("POST", "/clients", { name, email: `${name.toLowerCase()}@client.example`, ...words });

/** What the boxes of a field offer. */
const offeredOn = ({ document }: Visit, name: string) =>
  document.querySelectorAll(`input[name="${name}"]`).map((box) => box.getAttribute("value"));
const choicesOn = ({ document }: Visit, name: string) =>
  document.querySelectorAll(`select[name="${name}"] option`).map(({ text }) => text);

async function pageOf(visitor: Visitor, name: string): Promise<Visit> {
  await visitor.open(`/clients/?q=${name}`);
  return visitor.follow(name);
}

test("a new client gets a lead source and tags, typed or in use already", async ({ agency, owner }) => {
  await addWords(agency, "Ada", { tags: ["Relocation", "Cash"], leadSource: "School fair" });
  await addWords(agency, "Ben", { tags: ["relocation", "Relocation"] });
  const form = await owner.open("/clients/new");
  expect(offeredOn(form, "usedTags")).toEqual(["Relocation", "Cash"]);
  expect(choicesOn(form, "leadSource").slice(0, 3)).toEqual(["Unknown", "School fair", "Referral"]);
  const typed = { name: "Cy", email: "cy@client.example", tags: "VIP", usedTags: "Cash", leadSource: "Referral" };
  await owner.submit(typed, { button: "Create client" });
  const page = await pageOf(owner, "Cy");
  expect(page.document.querySelectorAll("main .tag").map(({ text }) => text)).toEqual(["Cash", "VIP"]);
  expect(page.text).toContain("Lead source: Referral");
  expect(blocksInParagraphs(await (await owner.request(page.url.pathname)).text())).toEqual([]);
  const edit = await owner.open(`${page.url.pathname}/edit`);
  expect([typedIn(edit, "tags"), offeredOn(edit, "usedTags")]).toEqual(["Cash\nVIP", ["Relocation"]]);
  await owner.submit({ leadSource: "", otherSource: "Barber", usedTags: "Relocation" }, { button: "Save changes" });
  expect((await pageOf(owner, "Cy")).text).toContain("Lead source: Barber");
  expect(namesOn(await owner.open("/clients/?tag=relocation&source=BARBER"))).toEqual(["Cy"]);
});

test("a lead source that is too long is said beside its field, and what was typed stays", async ({ owner }) => {
  await owner.open("/clients/new");
  const typed = { name: "Cy", email: "cy@client.example", otherSource: "x".repeat(101), tags: "VIP" };
  const refused = await owner.submit(typed, { button: "Create client" });
  expect([refused.status, typedIn(refused, "tags")]).toEqual([400, "VIP"]);
  expect(refused.text).toContain("Use at most 100 characters.");
});

test("a tag that a colleague added meanwhile stays where only the lead source was changed", async ({
  agency,
  owner,
}) => {
  await addWords(agency, "Ada", { tags: ["Cash"] });
  const { url } = await pageOf(owner, "Ada");
  await owner.open(`${url.pathname}/edit`);
  await agency.call("PATCH", url.pathname, { tags: ["Cash", "VIP"] });
  // Both versions are shown first.
  expect((await owner.submit({ leadSource: "Referral" }, { button: "Save changes" })).status).toBe(409);
  await owner.submit({}, { button: "Save changes" });
  const { client } = await agency.readClient(url.pathname.split("/")[2] ?? "");
  expect(client.attributes).toMatchObject({ tags: ["Cash", "VIP"], lead_source: "Referral" });
});

test("areas, house types and tags in use are suggested while typing", async ({ agency, owner }) => {
  const home = await agency.addPackage({
    street: "4 Word Lane",
    area: "Ballard",
    houseType: "Houseboat",
    tags: ["View"],
  });
  await addWords(agency, "Ada", { tags: ["Cash"] });
  const suggestedOn = ({ document }: Visit, name: string) => {
    const list = document.querySelector(`input[name="${name}"]`)?.getAttribute("list");
    return document.querySelectorAll(`datalist[id="${list}"] option`).map((word) => word.getAttribute("value"));
  };
  expect(suggestedOn(await owner.open("/clients/new"), "otherTag")).toEqual(["Cash"]);
  expect(suggestedOn(await owner.open(`/packages/${home.id}/edit`), "area")).toEqual(["Ballard"]);
  const { url } = await pageOf(owner, "Ada");
  const form = await owner.open(`${url.pathname}/buyer-profile/edit`);
  expect(suggestedOn(form, "otherArea")).toEqual(["Ballard"]);
  expect(suggestedOn(form, "otherType")).toContain("Houseboat");
  expect([offeredOn(form, "usedAreas"), offeredOn(form, "usedTypes")]).toEqual([
    ["Ballard"],
    expect.arrayContaining(["Townhouse", "Houseboat"]),
  ]);
  // Each is one field, with one label that is seen.
  expect(form.document.querySelectorAll("main .field > label").map(({ text }) => text.trim())).toEqual(
    expect.arrayContaining(["Preferred areas", "House types"]),
  );
  expect(form.text).not.toMatch(/Another (area|house type)/);
  expect(form.document.querySelector("input[name=otherArea]")?.getAttribute("aria-label")).toBe("Another area");
  const typed = {
    preferredAreas: "Alki",
    usedAreas: "Ballard",
    otherArea: "fremont",
    usedTypes: ["Townhouse", "Land"],
  };
  await owner.submit({ ...typed, otherType: "Loft" }, { button: "Save changes" });
  const { included } = await agency.readClient(url.pathname.split("/")[2] ?? "");
  expect(included[0]?.attributes).toMatchObject({
    preferred_areas: ["Alki", "Ballard", "fremont"],
    property_types: ["Land", "Loft", "Townhouse"],
  });
  await owner.open(`${url.pathname}/edit`);
  await owner.submit({ otherTag: "view" }, { button: "Save changes" });
  expect((await agency.readClient(url.pathname.split("/")[2] ?? "")).client.attributes.tags).toEqual(["Cash", "View"]);
});

test("a buyer profile says that the words in use could not be loaded", async ({ app, agency, owner }) => {
  await addWords(agency, "Ada", {});
  const path = `${(await pageOf(owner, "Ada")).url.pathname}/buyer-profile/edit`;
  const missing = "The areas and house types in use couldn't be loaded.";
  expect((await owner.open(path)).text).not.toContain(missing);
  app.use(http.get("*/api/used_words", () => new Response("", { status: 500 })));
  expect((await owner.open(path)).text).toContain(missing);
});
