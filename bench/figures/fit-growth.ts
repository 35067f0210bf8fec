/** Whether a property says as fast which clients it fits when a workspace grows from a hundred to a hundred thousand clients. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePages } from "../measure/compared-pages.ts";
import { buyerCrop } from "../measure/crops.ts";
import { get } from "../measure/exchange.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { growList } from "../measure/grown-list.ts";
import { type Product, startProduct } from "../measure/product.ts";

export const name = "fit-growth";
export const title = "Property with the clients whom it fits, everything embedded, one request at a time";

const few = 100;

export async function measure({ rounds, searched, say }: Conditions): Promise<Measurement[]> {
  const folders = [few, searched].map(() => mkdtempSync(join(tmpdir(), "latchkey-fits-")));
  const products: Product[] = [];
  try {
    const pages = [];
    for (const [place, count] of [few, searched].entries()) {
      const folder = folders[place] ?? "";
      await growList(folder, buyerCrop, count, say);
      const product = await startProduct({ DATA_DIR: folder });
      products.push(product);
      const url = product.origin + (await findSought(product));
      const what = `${count.toLocaleString("en-US")} clients`;
      pages.push({ what, url, headers: product.scriptFree, shows: "Fits " });
    }
    const [small, large] = pages;
    if (small === undefined || large === undefined) throw new Error("unreachable: two went in");
    say(`growth: ${rounds} rounds of two properties`);
    return await comparePages(small, [large], { atMost: 1.5 }, rounds);
  } finally {
    for (const product of products) await product.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of the property that is compared. */
async function findSought({ origin, scriptFree }: Product): Promise<string> {
  const { body } = await get(`${origin}/packages/?q=sought`, { ...scriptFree, "accept-encoding": "identity" });
  const [, path] = /href="(\/packages\/[0-9a-f-]{36})"/.exec(body.toString()) ?? [];
  if (path === undefined) throw new Error("The list of properties does not name the one on Sought Street.");
  return path;
}
