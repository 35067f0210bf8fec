import { execFileSync } from "node:child_process";
import { expect, inject, onTestFinished, test } from "vitest";
import { chromium, firefox } from "./puppeteer.ts";
import { webkit } from "./webkit.ts";

// Pages are one member of gzip whose parts were compressed apart.

const address = `${inject("origin")}/login/`;
const plain = execFileSync("curl", ["--silent", address]).toString();

test("curl reads a page to its end", () => {
  const told = execFileSync("curl", ["--silent", "--include", "--compressed", address]).toString();
  expect(told).toMatch(/^content-encoding: gzip\r$/im);
  expect(told.slice(told.indexOf("\r\n\r\n") + 4)).toBe(plain);
});

test.each([chromium, firefox, webkit])("$name reads a page to its end", async (engine) => {
  const { page, close } = await engine.open();
  onTestFinished(close);
  await page.open(address);
  const [, styles = ""] = /<style>(.*?)<\/style>/s.exec(plain) ?? [];
  expect(await page.read("document.querySelector('style').textContent")).toBe(styles);
  expect(await page.read("document.body.innerText")).toContain("Email");
  const [{ encodedBodySize, decodedBodySize }] = JSON.parse(
    String(await page.read("JSON.stringify(performance.getEntriesByType('navigation'))")),
  );
  expect(decodedBodySize).toBe(Buffer.byteLength(plain));
  expect(encodedBodySize).toBeLessThan(decodedBodySize / 2);
  expect(await page.complaints()).toEqual([]);
});
