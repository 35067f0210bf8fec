import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { appTest } from "#tests/support/app-test.ts";
import { headFlaws } from "#tests/support/page-heads.ts";
import { isForPrograms, routeAddresses } from "#tests/support/route-map.ts";

const test = appTest(null).extend(
  "agent",
  { scope: "file" },
  async ({ app }) => await app.signedIn(await app.newOwner()),
);

const belowRecords = (await routeAddresses())
  .filter(({ pattern, access }) => access === "agent" && !isForPrograms(pattern))
  .map(({ pattern }) => pattern)
  .filter((pattern) => (pattern.match(/:/g) ?? []).length > 1);

test("the map has pages of records below other records", () => {
  expect(belowRecords.length).toBeGreaterThanOrEqual(11);
});

// A rejection that nobody hears would fail this file, whatever it expects.
test.for(belowRecords)(
  "%s is Not Found where the first is nobody's and the second is no id",
  async (pattern, { agent }) => {
    const path = pattern.replace(/:\w+/, randomUUID()).replaceAll(/:\w+/g, "nope");
    const response = await agent.request(path);
    expect(response.status).toBe(404);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    expect(isPage ? headFlaws(await response.text()) : []).toEqual([]);
  },
);

test.for([
  "/nope",
  "/clients/nope/nope",
  "/settings/nope",
  "/settings/members/nope",
  "/client-portal/nope",
  "/shared/nope",
])("%s has a heading and a title, and the menu of what is above it", async (path, { agent }) => {
  const { status, html, document } = await agent.open(path);
  expect([status, ...headFlaws(html)]).toEqual([404]);
  const menu = document.querySelector("nav[aria-label=Settings]");
  expect(menu !== null).toBe(path.startsWith("/settings/"));
});

test("what no id can be is Not Found without a call", async ({ app, agent }) => {
  const before = app.calls.length;
  for (const path of ["/trash/restoration?record=..", "/trash/removal?record=.", "/trash/new?about=client."])
    expect((await agent.request(path)).status, path).toBe(404);
  expect(app.calls.slice(before).filter((call) => /trash|clients/.test(call))).toEqual([]);
});

test("a filter by what is nobody's id finds nothing, and is no failure", async ({ agent }) => {
  const lists = {
    clients: "agent fits",
    packages: "agent client fits",
    opportunities: "agent client",
    "opportunities/board": "agent client",
    tasks: "whose",
    calendar: "whose",
    activity: "person opportunity",
    "settings/activity": "person",
  };
  for (const [list, names] of Object.entries(lists))
    for (const name of names.split(" "))
      for (const id of ["42", "a/b", "🏠"]) {
        const { status, text } = await agent.open(`/${list}?${new URLSearchParams({ [name]: id })}`);
        expect([list, name, id, status, text.includes("Something went wrong")]).toEqual([list, name, id, 200, false]);
      }
});

test("a filter that a list does not know is said, and the list is shown without it", async ({ agent }) => {
  const lists = {
    clients: "quiet sort archived",
    packages: "due sort",
    opportunities: "stage rank sort",
    "opportunities/board": "stage",
    tasks: "group sort",
    calendar: "view kind day",
    activity: "kind from until",
    "settings/activity": "kind",
    "settings/members": "sort",
    documents: "view sort",
    messages: "show mine",
    notifications: "unread",
  };
  for (const [list, names] of Object.entries(lists))
    for (const name of names.split(" ")) {
      const { text } = await agent.open(`/${list}?${name}=nowhere`);
      expect(text, `${list} ${name}`).toContain(`There is no such filter here: ${name}=nowhere.`);
    }
  const unread = await agent.open("/clients?from=400k-450k");
  expect(unread.text).toContain(
    `Budget from can't be "400k-450k". Enter one amount, such as 450,000, instead of a range.`,
  );
  expect(unread.document.querySelector("[name=from]")?.getAttribute("value")).toBe("400k-450k");
  for (const known of [
    "opportunities?stage=offer_suggested",
    "opportunities?stage=offer_suggeted",
    "clients?archived=false",
  ])
    expect((await agent.open(`/${known}`)).text, known).not.toContain("There is no such filter");
  const { document } = await agent.open("/opportunities?stage=offer_suggested");
  expect(document.querySelector("select[name=stage] option[selected]")?.text).toBe("Offer suggested");
});
