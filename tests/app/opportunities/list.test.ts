import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { footOf, linkOf, namesOn } from "../page-reading.ts";

const test = sharedAgencyTest();

const clients: string[] = [];

test.beforeAll(async ({ agency, owner }) => {
  // Searched for digits are found in addresses, too: none is drawn.
  for (const name of ["Ana", "Ben"])
    clients.push((await agency.addClient({ name, email: `${name.toLowerCase()}@client.example` })).id);
  for (let number = 1; number <= 18; number += 1) {
    await owner.open("/opportunities/new/");
    const typed = { client: number % 3 === 0 ? "Ben" : "Ana", property: `${number} Fern Court` };
    const { url } = await owner.submit(
      { ...typed, rank: number % 2 === 0 ? "High" : "Low" },
      { button: "Open opportunity" },
    );
    if (number > 2) continue;
    await owner.open(`${url.pathname}/stage?to=offer_suggeted`);
    await owner.submit({ "dealPrice.amount": "640000" }, { button: "Update stage" });
  }
});

const headings = ({ document }: Visit) =>
  document.querySelectorAll(".board h2").map((heading) => heading.text.replaceAll(/\s+/g, " ").trim());
const cards = ({ document }: Visit, stage: string) =>
  document.querySelectorAll(`.board [aria-label="${stage}"] li .two`).map(({ text }) => text);

test("fifteen a page, the last changed first, with cursors both ways", async ({ owner }) => {
  const first = await owner.open("/opportunities");
  expect([namesOn(first).length, footOf(first)]).toEqual([15, "Showing 1 to 15 of 18 results"]);
  expect(first.document.querySelector("tbody tr")?.text).toContain("18 Fern Court");
  const second = await owner.open(linkOf(first, "Next") ?? "");
  expect(footOf(second)).toBe("Showing 16 to 18 of 18 results");
  expect(footOf(await owner.open(linkOf(second, "Previous") ?? ""))).toBe("Showing 1 to 15 of 18 results");
});

test("stage, client and rank filter, each by itself and together, and stay in the links between the views", async ({
  owner,
}) => {
  const countOf = async (query: string) => namesOn(await owner.open(`/opportunities?${query}`)).length;
  expect(await countOf("stage=offer_suggeted")).toBe(2);
  expect(await countOf(`client=${clients[1]}`)).toBe(6);
  expect(await countOf("rank=High")).toBe(9);
  expect(await countOf(`client=${clients[1]}&rank=High&stage=open`)).toBe(3);
  const page = await owner.open(`/opportunities?client=${clients[1]}&rank=High&stage=closed`);
  expect(page.text).toContain("No results.");
  expect(linkOf(page, "Board")).toBe(`/opportunities/board?client=${clients[1]}&rank=High&stage=closed`);
  expect(await countOf("stage=nonsense&client=..&rank=Highest")).toBe(15);
});

test("client and property are searched, in the table and on the board, mistyped or not", async ({ owner }) => {
  const found = async (query: string) => namesOn(await owner.open(`/opportunities?${query}`)).length;
  expect([await found("q=ben+fern"), await found("q=ben&rank=High"), await found("q=9+fern")]).toEqual([6, 3, 1]);
  const guessed = await owner.open("/opportunities?q=fren+court+18");
  expect(namesOn(guessed)).toEqual(["Ben"]);
  expect(guessed.text).toContain("No exact matches. Showing similar results.");
  expect(linkOf(guessed, "Board")).toBe("/opportunities/board?q=fren+court+18");
  const board = await owner.follow("Board");
  expect([cards(board, "Opportunity"), headings(board)[0]]).toEqual([["18 Fern Court"], "Opportunity"]);
  expect(board.text).toContain("No exact matches. Showing similar results.");
  expect(await found("q=nowhere")).toBe(0);
});

test("the table is sorted by rank and by the time at the stage, from its headings", async ({ owner }) => {
  await owner.open("/opportunities?stage=open");
  const ranked = await owner.follow("Rank");
  expect(ranked.document.querySelector("tbody tr")?.text).toContain("High");
  expect(ranked.document.querySelector("th[aria-sort=descending]")?.text).toBe("Rank");
  expect((await owner.follow("Rank")).document.querySelector("tbody tr")?.text).toContain("Low");
  const longest = await owner.follow("In stage");
  expect(longest.document.querySelector("tbody tr")?.text).toContain("3 Fern Court");
  expect(longest.url.search).toBe("?stage=open&sort=-stage");
});

test("the board has a column for each stage with its count and its newest cards", async ({ owner }) => {
  const board = await owner.open("/opportunities/board");
  expect(headings(board).slice(0, 4)).toEqual([
    "Opportunity 16",
    "Showing scheduled 0",
    "Showing complete 0",
    "Offer suggested 2",
  ]);
  expect(headings(board)).toHaveLength(10);
  expect(cards(board, "Opportunity")).toHaveLength(5);
  expect(cards(board, "Offer suggested")).toEqual(["2 Fern Court", "1 Fern Court"]);
  expect(linkOf(board, "Show 11 more")).toBe("/opportunities?stage=open");
  expect(headings(await owner.open("/opportunities/board?stage=offer_suggeted"))).toEqual(["Offer suggested 2"]);
  expect(cards(await owner.open(`/opportunities/board?client=${clients[1]}&rank=High`), "Opportunity")).toHaveLength(3);
});

test("under a filter the columns are counted, too, and under a search they say that there may be more", async ({
  owner,
}) => {
  const filtered = await owner.open(`/opportunities/board?client=${clients[1]}&rank=High`);
  expect(headings(filtered)[0]).toBe("Opportunity 3");
  const many = await owner.open(`/opportunities/board?client=${clients[0]}`);
  expect([headings(many)[0], linkOf(many, "Show 5 more")]).toEqual([
    "Opportunity 10",
    `/opportunities?client=${clients[0]}&stage=open`,
  ]);
  const searched = await owner.open("/opportunities/board?q=fern");
  expect([headings(searched)[0], linkOf(searched, "Show all at this stage")]).toEqual([
    "Opportunity",
    "/opportunities?stage=open&q=fern",
  ]);
});

test("columns without cards are folded, unless all of them are", async ({ agency, owner }) => {
  const folded = ({ document }: Visit) =>
    document.querySelectorAll(".board > .folded").map((column) => column.getAttribute("aria-label"));
  const names = folded(await owner.open("/opportunities/board"));
  expect([names.length, names[0]]).toEqual([8, "Showing scheduled"]);
  const { visitor } = await agency.join("member");
  expect(folded(await visitor.open("/opportunities/board"))).toEqual([]);
});

test("a member sees their own only", async ({ agency }) => {
  const { visitor } = await agency.join("member");
  const none = await visitor.open("/opportunities");
  expect(none.text).toContain("No opportunities yet.");
  expect(linkOf(none, "Open your first opportunity")).toBe("/opportunities/new");
  expect((await visitor.open("/opportunities?stage=open")).text).toContain("No results.");
  const board = await visitor.open("/opportunities/board");
  expect([headings(board)[0], linkOf(board, "Open your first opportunity")]).toEqual([
    "Opportunity 0",
    "/opportunities/new",
  ]);
  expect(board.text).toContain("No opportunities yet.");
});

test("a board without results says what to do, and one with some says nothing", async ({ agency, owner }) => {
  for (const query of ["?q=nobody-is-called-this", "?stage=closed&sort=rank"]) {
    const none = await owner.open(`/opportunities/board${query}`);
    expect(none.text).toContain("No results. Change the search or the filters");
    expect(linkOf(none, "Show all opportunities")).toBe("/opportunities/board");
  }
  expect((await owner.open("/opportunities/board")).text).not.toContain("No results.");
  const { visitor: viewer } = await agency.join("instructor");
  const empty = await viewer.open("/opportunities/board");
  expect(linkOf(empty, "Open your first opportunity")).toBeUndefined();
});
