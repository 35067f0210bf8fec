import { existsSync, readdirSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPage, tracesFolder } from "#tests/support/browser.ts";

const view = { scripts: "lite", width: 390 } as const;

function tracesOf(name: string): readonly string[] {
  return existsSync(tracesFolder) ? readdirSync(tracesFolder).filter((file) => file.includes(name)) : [];
}

afterAll(() => {
  for (const file of tracesOf("this-browser-test")) rmSync(join(tracesFolder, file));
});

test("this browser test passes", async () => {
  const { page } = await openPage(view);
  await page.goto("/login/");
});

test.fails("this browser test fails", async () => {
  const { page } = await openPage(view);
  await page.goto("/login/");
  expect(await page.title()).toBe("Anything else");
});

test("a failed test leaves a picture and a trace of its page, a passed one neither", () => {
  expect(tracesOf("this-browser-test-passes")).toEqual([]);
  const kinds = tracesOf("this-browser-test-fails").map((file) => extname(file));
  expect(kinds.sort()).toEqual([".png", ".zip"]);
});
