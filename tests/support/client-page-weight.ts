/** What a page for clients weighs with its sheet, which the tests do not build. */
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { expect } from "vitest";
import type { Visit } from "./visitor.ts";

/** As the server compresses; the sheet without comments and indentation, as the build leaves it. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const sheet = readFileSync("app/client-pages/client-pages.css", "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ");

/** Bytes of a page compressed, with its sheet. Fails for one that has a script, a linked sheet or a style of an element. */
export function weightOf({ html, url }: Pick<Visit, "html" | "url">): number {
  expect([url.pathname, /<script|<link rel="stylesheet|\sstyle=|\son\w+=|javascript:/i.test(html)]).toEqual([
    url.pathname,
    false,
  ]);
  const whole = html.replace("body{margin:0 auto}", () => sheet);
  expect(whole).toContain("--accent-ink");
  return brotliCompressSync(whole, quality).length;
}
