import type { Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { pendingIcon } from "#app/pictures/relay-picture.server.ts";
import { pageScriptTest } from "#tests/support/page-script-test.ts";

const origin = "http://pages.test";
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"/>`;
const svg = "image/svg+xml";

/** `openPage` opens a page with a picture that is drawn when it is asked for the given time; `asked` are the addresses. */
const test = pageScriptTest("app/enhancer/enhancer.ts").extend("openPage", ({ script, browser }) => {
  return async (drawnAt: number) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const asked: string[] = [];
    const icon = await pendingIcon("").text();
    await page.route("**/*", async (route) => {
      const url = new URL(route.request().url());
      if (url.pathname !== "/picture") {
        const html = `<!doctype html><script>${script}</script><img src="/picture?v=1" alt="">`;
        return route.fulfill({ contentType: "text/html", body: url.pathname === "/" ? html : "" });
      }
      asked.push(url.search);
      return route.fulfill({ contentType: svg, body: asked.length >= drawnAt ? picture : icon });
    });
    // Time passes when the test says so alone.
    const start = new Date("2030-01-01T12:00:00Z");
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start.getTime() + 60_000);
    await page.goto(origin);
    return { page, asked };
  };
});

const widthOf = (page: Page) => page.evaluate(() => document.querySelector("img")?.naturalWidth);

test("a picture that is still being drawn is asked for again until it is there", async ({ openPage }) => {
  const { page, asked } = await openPage(3);
  expect(await widthOf(page)).toBe(32);
  await page.clock.fastForward(1_900);
  expect(asked).toEqual(["?v=1"]);
  await page.clock.fastForward(200);
  await expect.poll(() => asked).toEqual(["?v=1", "?v=1&again=1"]);
  await expect.poll(() => widthOf(page)).toBe(32);
  await page.clock.fastForward(4_100);
  await expect.poll(() => widthOf(page)).toBe(64);
  await page.clock.fastForward(60_000);
  expect(asked).toEqual(["?v=1", "?v=1&again=1", "?v=1&again=2"]);
});

test("one that is never drawn is asked for five times more", async ({ openPage }) => {
  const { page, asked } = await openPage(Number.POSITIVE_INFINITY);
  for (let time = 1; time <= 7; time += 1) {
    await page.clock.fastForward(20_000);
    if (time <= 5) await expect.poll(() => asked.length).toBe(time + 1);
    await page.evaluate(() =>
      document
        .querySelector("img")
        ?.decode()
        .catch(() => {}),
    );
  }
  expect(asked).toHaveLength(6);
});
