import { afterAll, beforeAll, expect, test } from "vitest";
import { expectSound, openPage } from "#tests/support/browser.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** The main pages in windows of every width, without scripts, in a workspace with as many records and names as long as real ones. */

let owner: Visitor;
beforeAll(async () => {
  owner = await signInAsDemoOwner();
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
  const top = (await bar.boundingBox())?.y ?? 0;
  await page.getByRole("link", { name: "Show archived clients" }).focus();
  const focused = await page.locator(":focus").boundingBox();
  expect((focused?.y ?? 900) + (focused?.height ?? 0)).toBeLessThanOrEqual(top);
  await bar.getByText("More").click();
  await expectSound(page, view);
  await bar.getByRole("link", { name: "Documents" }).click();
  await page.waitForURL("**/documents");
  await page.setViewportSize({ width: 768, height: 900 });
  expect((await bar.boundingBox())?.y).toBeLessThan(56);
});

test("on phones a month is a grid of days, which lead to their pages", async () => {
  const { page, view } = await openAt(390, "/calendar");
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(1100);
  const days = page.locator("main h3 a");
  expect(await days.count()).toBeGreaterThanOrEqual(28);
  await expectSound(page, view);
  const today = page.locator("[aria-current=date]");
  expect((await today.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // The whole field of a day is its link.
  await today.click({ position: { x: 6, y: 40 } });
  await page.waitForURL(/view=day/);
});

test("on phones a list's filters are on a sheet, whose button says how many are set", async () => {
  const { page } = await openAt(390, "/opportunities?rank=High&q=a");
  const rank = page.getByLabel("Filter rank");
  expect(await rank.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Filters 1 set" }).click();
  await rank.selectOption("Low");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/rank=Low/);
  await page.getByRole("button", { name: "Filters 1 set" }).click();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.waitForURL(/\/opportunities\?q=a$/);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await rank.isVisible()).toBe(true);
});

/** Lists with what their rows lead to, settings, forms, and pages of their own kind. */
const records = [
  ["/clients/", "main .row-link"],
  ["/packages", "main .row-link"],
  ["/opportunities", "main .row-link"],
  ["/documents", "main .file > a"],
] as const;
const others = [
  "/dashboard",
  "/tasks",
  "/messages",
  "/calendar",
  "/activity",
  "/notifications",
  "/search?q=a",
  "/trash",
];
const forms = ["/settings/general", "/settings/members", "/clients/new", "/packages/new", "/tasks/new"];

/** Where the bar, the page's first part and what is furthest to the left on it begin, in px. */
const leftEdges = `[".bar .mark", "main > :first-child", "main *"].map((selector) => Math.min(
  ...[...document.querySelectorAll(selector)].filter(({ offsetWidth }) => offsetWidth > 1)
    .map((part) => Math.round(part.getBoundingClientRect().left))))`;
/** By the width of the window. */
const edges = { 390: 16, 768: 24, 1024: 24, 1280: 24, 1536: 72 };

test("pages of every kind begin at one edge", async () => {
  const { page } = await openAt(390, "/dashboard");
  const paths: string[] = [...others, ...forms];
  for (const [list, row] of records) {
    await page.goto(list);
    paths.push(list, (await page.locator(row).first().getAttribute("href")) ?? "");
  }
  const astray: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const [width, edge] of Object.entries(edges)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const found = await page.evaluate<number[]>(leftEdges);
      if (found.some((left) => left !== edge)) astray.push(`${path} at ${width} px: ${found.join(", ")}`);
    }
  }
  expect(astray).toEqual([]);
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
  const days = await page.evaluate<number[]>(heightsOf("ol.week > li"));
  expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(1);
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

test("beside a long panel the main column of a client and a property goes on", async () => {
  for (const [list, heading] of [
    ["/clients/?q=nakamura", "Client portal"],
    ["/packages?q=ravenna", "List prices"],
  ] as const) {
    const { page } = await openAt(1280, list);
    await page.goto((await page.locator("main .row-link").first().getAttribute("href")) ?? "");
    const [main, aside, below] = await page.evaluate<{ left: number; top: number; bottom: number }[]>(
      `[...document.querySelector(".split").children].map((part) => part.getBoundingClientRect().toJSON())`,
    );
    expect(below?.left).toBe(main?.left);
    expect(aside?.top).toBe(main?.top);
    expect((below?.top ?? 0) - (main?.bottom ?? 0)).toBe(32);
    expect(await page.getByRole("heading", { name: heading }).count()).toBe(1);
  }
});

test("the lines of a group on the dashboard begin at one edge", async () => {
  const { page } = await openAt(1280, "/dashboard");
  const lefts = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".waiting .who:has(> .face, > .photo) > div")].map((part) => Math.round(part.getBoundingClientRect().left))`,
  );
  expect(lefts.length).toBeGreaterThan(3);
  expect(new Set(lefts).size).toBe(1);
});
