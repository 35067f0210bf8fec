import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Searching, paging and picking in a workspace with 1,500 clients, 300 properties, 400 deals and 2,000 tasks. Other tests may add
// records of their own meanwhile.

let owner: Visitor;
beforeAll(async () => {
  owner = await signInAsDemoOwner();
});
afterAll(() => owner.close());

/** The addresses of the records that a page's main part links to. */
function recordsOf(visitor: Visitor, path: string): string[] {
  const links = visitor.page.document.querySelectorAll("main a[href]").map((link) => link.getAttribute("href") ?? "");
  return [...new Set(links.filter((href) => new RegExp(`^/${path}/[0-9a-f-]{36}$`).test(href)))];
}

test.each([
  ["clients", "/clients/", 1_500],
  ["packages", "/packages/", 300],
])("Next leads through every page of the %s, and each is on one page", async (path, list, least) => {
  const seen: string[] = [];
  for (let next: string | undefined = list; next !== undefined; ) {
    await owner.open(next);
    seen.push(...recordsOf(owner, path));
    const links = owner.page.document.querySelectorAll("main a[href]");
    next = links.find((link) => link.text.trim() === "Next")?.getAttribute("href");
  }
  expect(seen.length).toBeGreaterThanOrEqual(least);
  expect(new Set(seen).size).toBe(seen.length);
});

test.each([
  ["konstantinopolska", "Maximiliana Konstantinopolska-Wolfeschlegelsteinhausenbergerdorff"],
  ["sebastien adeyemi", "Sébastien Adeyemi"],
  ["o’callaghan", "O'Callaghan"],
  ["buyer@client.example", "Nora and Theo Lindqvist"],
])("the list of clients finds %s", async (typed, name) => {
  await owner.open(`/clients/?${new URLSearchParams({ q: typed })}`);
  expect(recordsOf(owner, "clients").length).toBeLessThanOrEqual(15);
  expect(owner.page.text).toContain(name);
});

test("search finds a client whose name was misspelled", async () => {
  await owner.open("/search?q=konstantinopolksa");
  expect(recordsOf(owner, "clients").length).toBeGreaterThan(0);
  expect(owner.page.text).toContain("Maximiliana Konstantinopolska");
});

test("a new opportunity asks which of the clients with one name is meant, and takes an email address as it is", async () => {
  const street = "77 Harbor View, large demo";
  await owner.open("/opportunities/new");
  await owner.submit({ client: "maria garcia-lopez", property: street }, { button: "Open opportunity" });
  expect(owner.page.status).toBe(409);
  expect(owner.page.text).toContain("Which one do you mean by “maria garcia-lopez”?");
  expect(owner.page.text.match(/Maria García-López \(/g)?.length).toBeGreaterThan(10);
  expect(owner.page.text).toContain("There may be others. To find them, type more letters.");
  await owner.submit({ client: "maria.garcialopez.1033@client.example" }, { button: "Open opportunity" });
  expect(owner.page.url.pathname).toMatch(/^\/opportunities\/[0-9a-f-]{36}$/);
  expect(owner.page.text).toContain(street);
  expect(owner.page.text).toContain("Maria García-López");
});
