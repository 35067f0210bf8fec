/** Whether a thread opens as fast with very many messages as with a few, and what its page loads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePages } from "../measure/compared-pages.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { growThreads } from "../measure/grown-threads.ts";
import { startProduct } from "../measure/product.ts";
import { weigh } from "../measure/weight.ts";

export const name = "thread-growth";
export const title = "A client's messages, few and many, everything embedded, one request at a time";

const few = 15;
const many = 10_000;
/** Bytes of script that the page may load where it hydrates: something is typed there. */
const mostScript = 145_000;

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-threads-"));
  try {
    const ids = await growThreads(folder, [few, many], say);
    const product = await startProduct({ DATA_DIR: folder });
    try {
      const [small, large] = [few, many].map((count, place) => ({
        what: `${count.toLocaleString("en-US")} messages`,
        url: `${product.origin}/messages/${ids[place]}`,
        headers: product.scriptFree,
        shows: `Message ${count} of ${count}.`,
      }));
      if (small === undefined || large === undefined) throw new Error("unreachable: two went in");
      say(`growth: ${rounds} rounds of two threads`);
      const compared = await comparePages(small, [large], { atMost: 1.25 }, rounds);
      const { linkedScriptBytes } = await weigh(large.url, product.hydrating.cookie ?? "");
      const limit = { atMost: mostScript };
      const script = {
        what: "hydrating, scripts",
        unit: "bytes",
        values: [linkedScriptBytes],
        goal: limit,
        floor: limit,
      };
      return [...compared, script];
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
