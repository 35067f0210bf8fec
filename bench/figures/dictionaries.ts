/** What compressing a page with its dictionary takes, beside brotli. The bytes of every page are in the figures of weights. */
import { join } from "node:path";
import { type Coding, plainCodings } from "#server/web/coding.ts";
import { dictionaryFor, readDictionaries } from "#server/web/dictionaries.ts";
import { get } from "../measure/exchange.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { startProduct } from "../measure/product.ts";

export const name = "dictionaries";
export const title = "Compressing a page: bytes and CPU, with brotli and with the dictionary";

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
      const cpuOf = (by: Coding) => Array.from({ length: rounds }, () => cpuMs(by, body));
      measurements.push(
        { what: `${path}, brotli`, unit: "bytes", values: [plainCodings.br.compress(body).length] },
        { what: `${path}, dictionary`, unit: "bytes", values: [coding.compress(body).length] },
        { what: `${path}, brotli`, unit: "ms CPU", values: cpuOf(plainCodings.br) },
        { what: `${path}, dictionary`, unit: "ms CPU", values: cpuOf(coding), goal: { atMost: 0.2 } },
      );
    }
    return measurements;
  } finally {
    await product.stop();
  }
}

/** CPU time of one compression, in ms. */
function cpuMs(coding: Coding, page: Uint8Array): number {
  for (let time = 0; time < timesPerRound / 10; time += 1) coding.compress(page);
  const before = process.cpuUsage();
  for (let time = 0; time < timesPerRound; time += 1) coding.compress(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / timesPerRound;
}
