/** Whether list, board and dashboard stay as fast when a workspace grows from a hundred opportunities to ten thousand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePages } from "../measure/compared-pages.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { growDeals } from "../measure/grown-deals.ts";
import { type Product, startProduct } from "../measure/product.ts";

export const name = "deal-growth";
export const title = "Pipeline and dashboard with many opportunities, everything embedded, one request at a time";

const few = 100;

const pages = [
  { what: "list", path: "/opportunities", shows: "Showing 1 to 15" },
  { what: "board", path: "/opportunities/board", shows: "Inspections underway" },
  { what: "dashboard", path: "/dashboard", shows: "Quiet for" },
] as const;

export async function measure({ rounds, deals, say }: Conditions): Promise<Measurement[]> {
  const folders = [few, deals].map(() => mkdtempSync(join(tmpdir(), "latchkey-deals-")));
  const products: { readonly count: number; readonly product: Product }[] = [];
  try {
    for (const [place, count] of [few, deals].entries()) {
      const folder = folders[place] ?? "";
      await growDeals(folder, count, say);
      products.push({ count, product: await startProduct({ DATA_DIR: folder }) });
    }
    const compared: Measurement[] = [];
    for (const { what, path, shows } of pages) {
      const [small, large] = products.map(({ count, product }) => ({
        what: `${what}, ${count.toLocaleString("en-US")} opportunities`,
        url: product.origin + path,
        headers: product.scriptFree,
        shows,
      }));
      if (small === undefined || large === undefined) throw new Error("unreachable: two went in");
      say(`growth: ${what}`);
      compared.push(...(await comparePages(small, [large], { atMost: 1.5 }, rounds)));
    }
    return compared;
  } finally {
    for (const { product } of products) await product.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
