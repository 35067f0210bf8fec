/** What a page for clients weighs with its sheet, which the tests do not build. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect } from "vitest";
import styles from "#app/client-pages/client-pages.css?inline";
import { ownScripts } from "#app/entry/own-scripts.ts";
import type { Visit } from "./visitor.ts";

/** As the server compresses; the sheet without comments and indentation, as the build leaves it. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const sheet = styles
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")
  .replaceAll(/ ?([{};:,]) ?/g, "$1")
  .replaceAll(/calc\(4px \* (-?[\d.]+)\)/g, (_, times) => `${4 * Number(times)}px`);

/** The one page for clients with a script, which is this one and no other. */
const deviceScript = `<script>${ownScripts.push}</script>`;
const isOfDevice = ({ pathname }: URL) => pathname.endsWith("/me/device");

/** Bytes of a page compressed, with its sheet. Fails for one that has a script, a linked sheet or a style of an element. */
export function weightOf({ html, url }: Pick<Visit, "html" | "url">): number {
  const page = isOfDevice(url) ? html.replace(deviceScript, "") : html;
  expect([url.pathname, /<script|<link rel="stylesheet|\sstyle=|\son\w+=|javascript:/i.test(page)]).toEqual([
    url.pathname,
    false,
  ]);
  const whole = html.replace("body{margin:0 auto}", () => sheet);
  expect(whole).toContain("--paper");
  return brotliCompressSync(whole, quality).length;
}
