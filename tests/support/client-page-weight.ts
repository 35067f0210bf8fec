/** What a page for clients weighs with its sheet, which the tests do not build. */
import { expect } from "vitest";
import styles from "#app/client-pages/client-pages.css?inline";
import { ownScripts } from "#app/entry/own-scripts.ts";
import { fillPlaces } from "#app/entry/page-bytes.ts";
import { readUsedStyles } from "#app/entry/used-styles.ts";
import { gzip } from "#server/web/coding.ts";
import type { Visit } from "./visitor.ts";

/** Without comments and indentation, as the build leaves it. */
const sheet = styles
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")
  .replaceAll(/ ?([{};:,]) ?/g, "$1")
  .replaceAll(/calc\(4px \* (-?[\d.]+)\)/g, (_, times) => `${4 * Number(times)}px`);

const usedStyles = readUsedStyles(sheet, []);

/** The one page for clients with a script, which is this one and no other. */
const deviceScript = `<script>${ownScripts.push}</script>`;
const isOfDevice = ({ pathname }: URL) => pathname.endsWith("/me/device");

/** Bytes of a page compressed, with the rules of its sheet that it uses. Fails for one that has a script, a linked sheet or a style of an element. */
export function weightOf({ html, url }: Pick<Visit, "html" | "url">): number {
  const page = isOfDevice(url) ? html.replace(deviceScript, "") : html;
  expect([url.pathname, /<script|<link rel="stylesheet|\sstyle=|\son\w+=|javascript:/i.test(page)]).toEqual([
    url.pathname,
    false,
  ]);
  const place = "<style>body{margin:0 auto}</style>";
  expect(html).toContain(place);
  const { element } = usedStyles(html);
  expect(String(element)).toContain("--paper");
  return gzip.compress(fillPlaces(html, [[place, element]])).length;
}
