import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { expectSound, openPage } from "#tests/support/browser.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import { createClient, createFolder, createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Between the widths of the journeys: what stands beside each other there, and what hangs out of something. */

let agent: Visitor;
let client = "";

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
  const clientId = await createClient(agent, { name: "Samuel Abernathy", email: "abernathy@client.example" });
  client = `/clients/${clientId}`;
  await createPackage(agent, { street: "1120 Northeast Campus Parkway", clientId });
  await agent.open(`/opportunities/${await findOpportunity(agent, clientId)}/stage?to=offer_suggeted`);
  await agent.submit({ "dealPrice.amount": "640000" }, { button: "Update stage" });
  await createFolder(agent, { name: "Disclosures" });
});
afterAll(() => agent.close());

async function openAt(width: number, path: string, as = agent) {
  const view = { scripts: "lite", width: 390 } as const;
  const { page } = await openPage(view, as);
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  return { page, view };
}

/** What lies over something else in the bar, or hangs out of the window. */
const overlaps = `(() => {
  const boxes = [...document.querySelectorAll(".bar > *:not(.vh), .bar > nav > *")]
    .filter(({ localName, offsetWidth }) => localName !== "nav" && offsetWidth > 1)
    .map((part) => ({ ...part.getBoundingClientRect().toJSON(), name: part.textContent }));
  return boxes.filter((box, index) => box.left < 0 || box.right > innerWidth || boxes.slice(0, index).some((other) =>
    Math.min(box.right, other.right) - Math.max(box.left, other.left) > 11 &&
    Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)).map(({ name }) => name);
})()`;

/** What is wider than the open menu around it. */
const spills = `[...document.querySelectorAll(".menu[open] > div")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;

describe.each([390, 640, 768, 900, 1023, 1024, 1279])("%i px wide", (width) => {
  test("nothing in the bar lies over anything else, and no table hides its end", async () => {
    const { page, view } = await openAt(width, "/packages");
    expect(await page.evaluate(overlaps)).toEqual([]);
    await expectSound(page, view);
  });
});

/** Sizes of letters that people choose in their browser, each at a width of a window. */
const largeLetters = [
  [32, 390],
  [32, 1280],
  [24, 1280],
  [24, 1920],
] as const;

async function expectBarToFold(standard: number, width: number, as: Visitor): Promise<void> {
  const { page, view } = await openAt(width, "/clients/", as);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard } });
  await page.reload();
  expect(await page.evaluate("getComputedStyle(document.documentElement).fontSize")).toBe(`${standard}px`);
  expect(await page.evaluate(overlaps)).toEqual([]);
  await expectSound(page, view);
}

test.each(largeLetters)("with letters of %i px, the bar folds by what fits into %i px", async (standard, width) => {
  await expectBarToFold(standard, width, agent);
});

test.each([390, 1280])("a phone number with remarks stays inside %i px", async (width) => {
  // Of their own at each width: who is reached as another client is may be that client.
  const phoneNumber = `+44 20 7946 ${width} ext 123456 call after six please`;
  const reached = { email: `desk${width}@client.example`, phoneNumber };
  const path = `/clients/${await createClient(agent, { name: "Samuel Abernathy", ...reached })}`;
  await agent.open(`${path}/people/new`);
  await agent.submit({ name: "Ruth Abernathy", ...reached }, { button: "Add person" });
  const { page, view } = await openAt(width, path);
  await page.getByText(reached.phoneNumber).nth(1).waitFor();
  await expectSound(page, view);
});

describe("with names of 200 letters", () => {
  const name = "N".repeat(200);
  let long: Visitor;
  let longClient = "";

  beforeAll(async () => {
    long = (await registerAgent(inject("origin"))).visitor;
    await long.open("/settings/general");
    await long.submit({ name }, { button: "Update workspace" });
    longClient = `/clients/${await createClient(long, { name, email: "n@client.example" })}`;
  });
  afterAll(() => long.close());

  test.each([390, 1024, 1280, 1440])("the bar and its open menu stay inside %i px", async (width) => {
    const { page, view } = await openAt(width, longClient, long);
    expect(await page.evaluate(overlaps)).toEqual([]);
    const search = page.locator(".find, .find-link").filter({ visible: true });
    expect((await search.boundingBox())?.width).toBeGreaterThanOrEqual(width === 1440 ? 176 : 32);
    await page.locator(".bar summary").first().click();
    await expectSound(page, view);
    expect(await page.evaluate(spills)).toEqual([]);
  });

  test.each(largeLetters)("with letters of %i px, too, the bar fits into %i px", async (standard, width) => {
    await expectBarToFold(standard, width, long);
  });

  test.each([390, 1280])("they leave room for the rest of a list and of their own page at %i px", async (width) => {
    const { page, view } = await openAt(width, "/clients/", long);
    expect((await page.locator("tbody tr").boundingBox())?.height).toBeLessThan(220);
    await expectSound(page, view);
    await page.goto(longClient);
    expect((await page.getByRole("link", { name: "Edit info" }).boundingBox())?.y).toBeLessThan(400);
  });
});

test.each(["/clients/", "client", "/packages", "/documents"])(
  "on paper %s is whole, with nothing to click",
  async (path) => {
    const { page } = await openAt(718, path === "client" ? client : path);
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(718);
    expect(await page.locator(".btn, input, select, summary, nav:not(.foot) a").filter({ visible: true }).count()).toBe(
      0,
    );
  },
);

test("at 1280 px the list of properties has short addresses, and its buttons stand off the edge", async () => {
  const { page } = await openAt(1280, "/packages");
  expect((await page.locator("tbody .row-link").boundingBox())?.height).toBeLessThan(48);
  const edit = await page.getByRole("link", { name: "Edit 1120 Northeast Campus Parkway" }).boundingBox();
  // Its picture ends with the page's last column, and the room around it reaches beyond.
  expect((edit?.x ?? 0) + (edit?.width ?? 0)).toBe(1268);
  const columns = await page.locator("thead th:not(.card-box)").filter({ visible: true }).allInnerTexts();
  expect(columns.filter((name) => name !== "Agent")).toEqual(
    "Rank,Property,Client,Beds,Baths,Sqft,Schools,Area,List price,Comp. value,Offers due,Edit".split(","),
  );
});

/** Links that a finger misses, by their height; those of whole rows are as high as these. */
const thin = `[...document.querySelectorAll("main a:not(.row-link)")]
  .filter(({ offsetHeight }) => offsetHeight > 0 && offsetHeight < 24).map(({ textContent }) => textContent)`;

test.each(["/dashboard", "/clients/", "client", "/settings/general", "/tasks"])(
  "a finger finds the links of %s",
  async (path) => {
    const { page } = await openAt(390, path === "client" ? client : path);
    expect(await page.evaluate(thin)).toEqual([]);
  },
);

test.each([640, 1024, 1279, 1280, 1920])("no table hides its end beside a panel at %i px", async (width) => {
  const { page, view } = await openAt(width, client);
  await page.getByRole("link", { name: "Update stage of 1120 Northeast Campus Parkway" }).waitFor();
  await expectSound(page, view);
});

test("what is current has an edge, which forced colours keep, and what is busy stands still where motion is unwanted", async () => {
  const { page } = await openAt(1280, client);
  await page.emulateMedia({ forcedColors: "active" });
  const edges = `[".bar > nav", ".tabs", ".menu"].map((place) =>
    getComputedStyle(document.querySelector(place + " [aria-current]")).borderWidth)`;
  expect(await page.evaluate(edges)).toEqual(["0px 0px 2px", "0px 0px 2px", "0px 0px 2px"]);
  const motion = `(() => {
    document.querySelector("main").insertAdjacentHTML("beforeend", '<button class="btn" aria-busy="true" disabled>Save</button>');
    const { content, animationName } = getComputedStyle(document.querySelector("main > .btn"), "::before");
    return [content, animationName];
  })()`;
  expect(await page.evaluate(motion)).toEqual(['""', "none"]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await page.evaluate(motion)).toEqual(['""', "spin"]);
});

test.each([344, 390, 560, 1280])("a folder's menu opens inside the window at %i px", async (width) => {
  const { page } = await openAt(width, "/documents");
  const menu = page.locator(".file > .menu").first();
  await menu.locator("summary").click();
  const box = await menu.locator("> div").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});

test("a dialog in a low window keeps its title and its cross in sight, and its buttons in reach", async () => {
  const { page } = await openPage({ scripts: "full", width: 1280 }, agent);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto("/clients/");
  const dialog = page.getByRole("dialog", { name: "Create a new client" });
  await expect
    .poll(
      async () => {
        // Before the page hydrates the link leads to a page of its own.
        if (!page.url().endsWith("/clients/")) await page.goto("/clients/");
        await page.getByRole("link", { name: "Invite client" }).click();
        return dialog.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await dialog.getByRole("button", { name: "Create client" }).scrollIntoViewIfNeeded();
  for (const name of ["Create client", "Close"]) {
    const box = await dialog.getByRole("button", { name }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(400);
  }
});
