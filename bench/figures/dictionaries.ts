/** What compressing a page with its dictionary takes, beside gzip. The bytes of every page are in the figures of weights. */
import { join } from "node:path";
import type { PagePiece } from "#app/entry/page-bytes.ts";
import { type Coding, gzip } from "#server/web/coding.ts";
import { dictionaryFor, readDictionaries } from "#server/web/dictionaries.ts";
import { get } from "../measure/exchange.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { startProduct } from "../measure/product.ts";

export const name = "dictionaries";
export const title = "Compressing a page: bytes and CPU, with gzip and with the dictionary";

const paths = ["/client-portal/login", "/dashboard", "/clients/", "/packages/", "/clients/new"];
const timesPerRound = 200;

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const product = await startProduct();
  try {
    const dictionaries = readDictionaries(join(import.meta.dirname, "..", "..", "build", "dictionaries"));
    const measurements: Measurement[] = [];
    say(`dictionaries: ${rounds} rounds of ${paths.length} pages`);
    for (const path of paths) {
      const coding = dictionaryFor(dictionaries, path)?.coding;
      if (coding === undefined) throw new Error("The build has no dictionaries, or Node cannot use them.");
      const { body } = await get(product.origin + path, { ...product.scriptFree, "accept-encoding": "identity" });
      const page = divide(body.toString());
      const cpuOf = (by: Coding) => Array.from({ length: rounds }, () => cpuMs(by, page));
      measurements.push(
        { what: `${path}, gzip`, unit: "bytes", values: [gzip.compress(page).length] },
        { what: `${path}, dictionary`, unit: "bytes", values: [coding.compress(page).length] },
        { what: `${path}, gzip`, unit: "ms CPU", values: cpuOf(gzip) },
        {
          what: `${path}, dictionary`,
          unit: "ms CPU",
          values: cpuOf(coding),
          goal: { atMost: 0.3 },
          floor: { atMost: 0.5 },
        },
      );
    }
    return measurements;
  } finally {
    await product.stop();
  }
}

/** A page into what is its own and what it shares: its styles and its enhancer, as the server has them. */
function divide(html: string): PagePiece[] {
  const parts = html.split(/(<style>.*?<\/style>|(?<=<script data-enhancer[^>]*)>.*?<\/script>)/s);
  return parts.map((text, index) => ({ bytes: Buffer.from(text), isShared: index % 2 === 1 }));
}

/** CPU time of one compression, in ms. */
function cpuMs(coding: Coding, page: readonly PagePiece[]): number {
  for (let time = 0; time < timesPerRound / 10; time += 1) coding.compress(page);
  const before = process.cpuUsage();
  for (let time = 0; time < timesPerRound; time += 1) coding.compress(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / timesPerRound;
}
