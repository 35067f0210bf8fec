import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectSound, findSmallTargets, openPage } from "#tests/support/browser.ts";
import { findCovered, findSqueezed } from "#tests/support/browser-layout.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import { type MainPage, openMainPages } from "#tests/support/main-pages.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** The main pages in windows of every width, without scripts, in a workspace with as many records and names as long as real ones. */

let owner: Visitor;
let pages: readonly MainPage[] = [];
beforeAll(async () => {
  owner = await signInAsDemoOwner();
  pages = await openMainPages(owner);
});
afterAll(() => owner.close());

async function openAt(width: number, path: string) {
  const view = { scripts: "off", width: 390 } as const;
  const { page } = await openPage(view, owner);
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  return { page, view };
}

test.each(["/packages", "/clients/", "/opportunities"])(
  "fifteen rows of %s are cards of three lines on phones, and tables without an end to scroll to elsewhere",
  async (path) => {
    const { page, view } = await openAt(390, path);
    expect(await page.locator("tbody tr").count()).toBe(15);
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(2400);
    for (const width of [640, 768, 820, 1024, 1279]) {
      await page.setViewportSize({ width, height: 900 });
      await expectSound(page, view);
    }
  },
);

test("a property is a page of two screens at most, however much is to be done about it", async () => {
  const { document } = await owner.open("/packages?q=2218%20NW%2064th%20Street");
  const busy = document.querySelector("main .row-link")?.getAttribute("href") ?? "";
  for (const path of [busy, pages.find(({ name }) => name === "property")?.path ?? ""]) {
    const { page } = await openAt(390, path);
    for (const [width, height, most] of [
      [390, 844, 2250],
      [1280, 800, 1160],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate("document.documentElement.scrollHeight"), path).toBeLessThanOrEqual(most);
    }
  }
});

test("on phones five places and More are at the bottom of the window, and cover nothing that is looked for", async () => {
  const { page, view } = await openAt(390, "/clients/");
  const bar = page.getByRole("navigation", { name: "Main" });
  const places = bar.locator("> a, > details").filter({ visible: true });
  expect(await places.count()).toBe(6);
  for (const place of await places.all()) {
    const box = await place.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900);
  }
  // Forced colors leave borders alone, and no shadow.
  await page.emulateMedia({ forcedColors: "active" });
  const edges = await places.evaluateAll((found) =>
    found.map((place) => [place.ariaCurrent, getComputedStyle(place).borderBottomWidth]),
  );
  expect(edges.filter(([, width]) => width !== "0px")).toEqual([["page", "2px"]]);
  await page.emulateMedia({ forcedColors: "none" });
  const top = (await bar.boundingBox())?.y ?? 0;
  await page.getByRole("link", { name: "Next" }).focus();
  const focused = await page.locator(":focus").boundingBox();
  expect((focused?.y ?? 900) + (focused?.height ?? 0)).toBeLessThanOrEqual(top);
  await bar.getByText("More").click();
  await expectSound(page, view);
  await bar.getByRole("link", { name: "Documents" }).click();
  await page.waitForURL("**/documents");
  await page.setViewportSize({ width: 768, height: 900 });
  expect((await bar.boundingBox())?.y).toBeLessThan(56);
});

test("on phones a month is a list of the days that have something on them, which lead to their pages", async () => {
  const { page, view } = await openAt(390, "/calendar");
  const days = page.locator(".month > ol > li").filter({ visible: true });
  expect(await days.filter({ hasNot: page.locator(".ev"), hasNotText: /more/ }).count()).toBeLessThanOrEqual(1);
  await expectSound(page, view);
  const today = page.locator("[aria-current=date] h3 a").first();
  expect((await today.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await today.click();
  await page.waitForURL(/view=day/);
});

test("on phones a list's filters are on a sheet, whose button says how many are set", async () => {
  const { page } = await openAt(390, "/opportunities?rank=High&q=a");
  const rank = page.getByLabel("Filter rank", { exact: true });
  expect(await rank.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Filters 1 set" }).click();
  await rank.selectOption("Low");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/rank=Low/);
  await page.getByRole("link", { name: "Remove the filter Rank: Low" }).click();
  await page.waitForURL(/\/opportunities\?q=a$/);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await rank.isVisible()).toBe(true);
});

/** Pages of other kinds than the main ones. */
const others = ["/activity", "/notifications", "/trash", "/clients/new", "/packages/new", "/tasks/new"];

/**
 * Where the bar, the page's first part and what is furthest to the left on it begin, in px; photos reach the edge of a phone, and what
 * is clipped away is only read aloud.
 */
const leftEdges = `[".bar .mark", "main > :first-child", "main :not(.mosaic, .mosaic *, .crumbs > :last-child *)"].map((selector) => Math.min(
  ...[...document.querySelectorAll(selector)]
    .filter((part) => part.offsetWidth > 1 && getComputedStyle(part).clipPath === "none")
    .map((part) => Math.round(part.getBoundingClientRect().left))))`;
/** By the width of the window. */
const edges = { 390: 16, 768: 20, 1024: 20, 1280: 20, 1536: 68 };

test("pages of every kind begin at one edge", async () => {
  const { page } = await openAt(390, "/dashboard");
  // The board has room at its edges for the outline of a card that is held; messages are looked at below.
  const own = pages.filter(({ name }) => !/^(board|messages|thread|portal|shared)/.test(name)).map(({ path }) => path);
  const astray: string[] = [];
  for (const path of [...own, ...others]) {
    await page.goto(path);
    for (const [width, edge] of Object.entries(edges)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const found = await page.evaluate<number[]>(leftEdges);
      if (found.some((left) => left !== edge)) astray.push(`${path} at ${width} px: ${found.join(", ")}`);
    }
  }
  expect(astray).toEqual([]);
});

test("the list of conversations begins at the edge of the bar, its rows' faces below its heading", async () => {
  const thread = pages.find(({ name }) => name === "thread")?.path ?? "";
  const { page } = await openAt(390, "/messages");
  for (const path of ["/messages", thread]) {
    await page.goto(path);
    for (const [width, edge] of Object.entries(edges)) {
      const isPhone = Number(width) < 768;
      // An open conversation takes the whole of a phone.
      if (isPhone && path === thread) continue;
      await page.setViewportSize({ width: Number(width), height: 900 });
      const heads = isPhone ? ".mail .head :is(h1, h2), .mail .seek" : ".mail .head :is(h1, h2)";
      const lefts = await page.evaluate<number[]>(
        `[...document.querySelectorAll(".bar .mark, ${heads}, .threads .face")].map((part) => Math.round(part.getBoundingClientRect().left))`,
      );
      expect(lefts.length).toBeGreaterThan(5);
      expect([...new Set(lefts)], `${path} at ${width} px`).toEqual([edge]);
    }
  }
});

const heightsOf = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((part) => Math.round(part.getBoundingClientRect().height))`;

test("tasks take a line each where a pointer is, clients two, and a week of a month is as high as the others", async () => {
  const { page } = await openAt(1280, "/tasks");
  const rows = await page.evaluate<{ text: string; height: number }[]>(
    `[...document.querySelectorAll("tbody tr:has(.row-link)")].map((row) => ({ text: row.innerText, height: row.offsetHeight }))`,
  );
  expect(rows.length).toBeGreaterThan(10);
  // A long street may take a second line.
  expect(rows.filter(({ text, height }) => height > 44 && text.length < 110)).toEqual([]);
  // Their tags beside their names; names of over a hundred characters take more lines.
  await page.goto("/clients/?q=nakamura");
  const clients = await page.evaluate<number[]>(heightsOf("tbody tr"));
  expect(clients).toHaveLength(15);
  expect(Math.max(...clients)).toBeLessThanOrEqual(88);
  await page.goto("/calendar");
  const days = await page.evaluate<number[]>(heightsOf(".month > ol > li"));
  expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(1);
});

test("on phones a client's actions stand in one line, and the page is two screens and a half at most", async () => {
  const { page, view } = await openAt(390, pages.find(({ name }) => name === "client")?.path ?? "");
  const tops = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".head > :is(.btn, .menu)")].map((part) => Math.round(part.getBoundingClientRect().top))`,
  );
  expect(tops.length).toBe(4);
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(2100);
  await expectSound(page, view);
});

test("on phones the present one of a property's tabs is in sight without scripts", async () => {
  const property = pages.find(({ name }) => name === "property")?.path ?? "";
  const { page } = await openAt(390, property);
  for (const tab of ["", "/inspections", "/costs", "/clients", "/comparables", "/activity"]) {
    await page.goto(`${property}${tab}`);
    const box = await page.locator(".tabs [aria-current]").boundingBox();
    expect(box?.x, tab).toBeGreaterThanOrEqual(16);
    expect((box?.x ?? 0) + (box?.width ?? 390), tab).toBeLessThanOrEqual(374);
  }
});

test("a deal with a question that waits and an empty half takes little more than a window, and a few on phones", async () => {
  const { page, view } = await openAt(390, pages.find(({ name }) => name === "deal")?.path ?? "");
  for (const [width, most] of [
    [1280, 1100],
    [390, 2200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(most);
    await expectSound(page, view);
  }
});

test("the columns of the board are equally wide, whatever the names on their cards", async () => {
  const { page, view } = await openAt(1280, "/opportunities/board");
  const widths = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".board > section:not(.folded)")].map(({ offsetWidth }) => offsetWidth)`,
  );
  expect(widths.length).toBeGreaterThan(3);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  await expectSound(page, view);
});

/** The list of conversations, the open one, its last message, and where one writes. */
const partsOfMail = `[".mail > nav", ".mail > section", ".talk ol > li", ".talk-foot"].map((selector) => {
  const part = [...document.querySelectorAll(selector)].at(-1);
  const { left, right, top, bottom } = part?.getBoundingClientRect() ?? {};
  return { isShown: part?.checkVisibility() === true, left, right, top, bottom };
})`;

interface MailPart {
  readonly isShown: boolean;
  readonly left?: number;
  readonly right?: number;
  readonly top?: number;
  readonly bottom?: number;
}

test("a conversation stands beside the others from 768 px, in their place below that, and ends in sight", async () => {
  const thread = pages.find(({ name }) => name === "thread")?.path ?? "";
  const { page } = await openAt(390, thread);
  for (const width of [390, 767, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/messages", thread]) {
      const at = `${path} at ${width} px`;
      await page.goto(path);
      const [list, open, last, writing] = await page.evaluate<MailPart[]>(partsOfMail);
      const isWide = width >= 768;
      expect([list?.isShown, open?.isShown], at).toEqual([isWide || path !== thread, isWide || path === thread]);
      if (isWide) expect(list?.right, at).toBeLessThanOrEqual(open?.left ?? 0);
      expect(await page.evaluate("document.documentElement.scrollWidth"), at).toBe(width);
      if (path !== thread) continue;
      expect(last?.bottom, at).toBeGreaterThan(open?.top ?? 900);
      expect(last?.bottom, at).toBeLessThanOrEqual(writing?.top ?? 0);
      expect(writing?.bottom, at).toBeLessThanOrEqual(isWide ? 900 : 900 - 56);
    }
  }
});

test("a table of properties fits its window whatever the days that offers are due on", async () => {
  const { page } = await openAt(1280, "/packages");
  await page.locator("tbody .state").evaluateAll((states) => {
    for (const state of states) state.textContent = "Soon: Wed, Nov 28";
  });
  expect(await page.locator("table").evaluate(({ parentElement: sheet }) => sheet?.scrollWidth)).toBe(1248);
});

test("the lines of a group on the dashboard begin at one edge", async () => {
  const { page } = await openAt(1280, "/dashboard");
  const lefts = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".waiting .who:has(> .face, > .photo) > div")].map((part) => Math.round(part.getBoundingClientRect().left))`,
  );
  expect(lefts.length).toBeGreaterThan(3);
  expect(new Set(lefts).size).toBe(1);
});

const widths = [390, 820, 1280];
/** In milliseconds: half a minute alone, and several times that beside everything else. */
const forAllPages = 240_000;

/** Opens each main page, and these of the owner's, at each of the widths, and gives what is found on them. */
async function walk(more: readonly string[], look: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const added = more.map((path) => ({ name: path, path, cookies: owner.cookies }));
  for (const [cookies, group] of Map.groupBy([...pages, ...added], ({ cookies }) => cookies)) {
    const { page } = await openPage({ scripts: "lite", width: 390 }, { cookies });
    // What is clicked says so, and leads nowhere.
    await page.addInitScript(`addEventListener("click", (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      window.clicked = event.target;
    }, { capture: true })`);
    for (const { name, path } of group) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await look(page)).map((part) => `${name} at ${width} px: ${part}`));
      }
    }
  }
  return found;
}

/** The first links and buttons of each sheet with rows that are links, without what is in closed menus. */
const besideRows = `window.besideRows = [...document.querySelectorAll(".sheet:has(.row-link)")].flatMap((sheet) =>
  [...sheet.querySelectorAll(":is(a[href], button:enabled):not(thead *)")].filter((part) => part.offsetWidth > 1 && part.checkVisibility()).slice(0, 4))`;

/** Clicks on the middle of those, and gives those that were not clicked by it. */
async function clickBesideRows(page: Page): Promise<string[]> {
  const missed: string[] = [];
  const count = await page.evaluate<number>(`(${besideRows}).length`);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = await page.evaluate<[number, number]>(`(() => {
      const part = besideRows[${index}];
      part.scrollIntoView({ block: "center" });
      const [{ left, top, width, height }] = part.getClientRects();
      return [left + width / 2, top + height / 2];
    })()`);
    await page.mouse.click(x, y);
    const told = await page.evaluate<string | null>(
      `besideRows[${index}].contains(clicked) ? null : besideRows[${index}].textContent`,
    );
    if (told !== null) missed.push(`${told} is not clicked`);
  }
  return missed;
}

test(
  "the middle of every link, button and field belongs to it, and a row is opened by all of it and by nothing else",
  async () => {
    const found = await walk(["/messages/new"], async (page) => [
      ...(await findCovered(page)),
      ...(await clickBesideRows(page)),
    ]);
    expect(found).toEqual([]);
  },
  forAllPages,
);

test(
  "what is pressed is at least 24 px high and wide",
  async () => {
    expect(await walk([], findSmallTargets)).toEqual([]);
  },
  forAllPages,
);

test(
  "no heading or name is squeezed, no word broken, no text over another, and nothing cut by its card",
  async () => {
    const long = "/clients/?q=konstantinopolska";
    const { document } = await owner.open(long);
    const client = document.querySelector("main .row-link")?.getAttribute("href") ?? "";
    expect(await walk([long, client, client.replace("/clients/", "/messages/")], findSqueezed)).toEqual([]);
  },
  forAllPages,
);
