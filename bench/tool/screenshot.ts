/**
 * Takes docs/screenshot.webp: the dashboard of the demo as an agent sees it, 1280 px wide.
 *
 *   node bench/tool/screenshot.ts
 */
import { join } from "node:path";
import sharp from "sharp";
import { openBrowser } from "../measure/browser.ts";
import { cookiesOf, startProduct } from "../measure/product.ts";

const file = join(import.meta.dirname, "..", "..", "docs", "screenshot.webp");
const size = { width: 1280, height: 860 };

const product = await startProduct();
const browser = await openBrowser();
try {
  const context = await browser.newContext({ viewport: size, colorScheme: "light", reducedMotion: "reduce" });
  await context.addCookies(cookiesOf(product.scriptFree.cookie ?? "", product.origin));
  const page = await context.newPage();
  await page.goto(`${product.origin}/dashboard`, { waitUntil: "networkidle" });
  const picture = sharp(await page.screenshot());
  const { size: bytes } = await picture.webp({ quality: 82, effort: 6, smartSubsample: true }).toFile(file);
  process.stdout.write(`${file}: ${bytes} bytes\n`);
} finally {
  await browser.close();
  await product.stop();
}
