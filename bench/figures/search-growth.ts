/** Whether a search for everything through a hundred thousand clients takes less than twice as long as their plain list. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePages } from "../measure/compared-pages.ts";
import { namedClientCrop } from "../measure/crops.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { growList } from "../measure/grown-list.ts";
import { startProduct } from "../measure/product.ts";

export const name = "search-growth";
export const title = "Search for everything beside the plain list, everything embedded, one request at a time";

const searches = [
  { what: "search, the last name of a few", words: "Lindqvist" },
  { what: "search, a first name of many", words: "Rama" },
  { what: "search, a part of very many", words: "mar" },
  { what: "search, two letters", words: "ma" },
  { what: "search, the address of one", words: "named4711@client.example" },
  { what: "search, mistyped", words: "Lindqvits" },
] as const;

export async function measure({ rounds, searched, say }: Conditions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-search-"));
  try {
    await growList(folder, namedClientCrop, searched, say);
    const product = await startProduct({ DATA_DIR: folder });
    const page = (what: string, path: string, shows: string) => ({
      what,
      shows,
      url: product.origin + path,
      headers: product.scriptFree,
    });
    const plain = page("plain list of clients", "/clients/", "Showing 1 to 15");
    const found = searches.map(({ what, words }) =>
      page(what, `/search?${new URLSearchParams({ q: words })}`, 'href="/clients/'),
    );
    say("search: in turns with the plain list");
    const compared = await comparePages(plain, found, { atMost: 2 }, rounds);
    await product.stop();
    return compared;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
