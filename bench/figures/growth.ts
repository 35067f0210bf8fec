/** Whether the clients list stays as fast when a workspace grows from a hundred to a million clients. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { get, timesOf } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { growClients, type ListPages } from "../measure/many-clients.ts";
import { type Product, startProduct } from "../measure/product.ts";
import { median } from "../measure/statistics.ts";

export const name = "growth";
export const title = "Clients list with many clients, everything embedded, one request at a time";

const fewClients = 100;
const requestsPerRun = 100;
const places = ["first", "middle", "last"] as const;

interface Workspace {
  product: Product;
  pages: ListPages;
}

export async function measure({ rounds, clients, say }: Conditions): Promise<Measurement[]> {
  const folders = [fewClients, clients].map(() => mkdtempSync(join(tmpdir(), "latchkey-growth-")));
  const [fewFolder = "", manyFolder = ""] = folders;
  try {
    const fewPages = await growClients(fewFolder, fewClients, say);
    const manyPages = await growClients(manyFolder, clients, say);
    const few = { product: await startProduct({ DATA_DIR: fewFolder }), pages: fewPages };
    const many = { product: await startProduct({ DATA_DIR: manyFolder }), pages: manyPages };
    say(`growth: ${rounds} rounds of three pages on both`);
    const compared: Measurement[] = [];
    for (const place of places) compared.push(...(await compare(place, few, many, clients, rounds)));
    await few.product.stop();
    await many.product.stop();
    return compared;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  place: (typeof places)[number],
  few: Workspace,
  many: Workspace,
  clients: number,
  rounds: number,
): Promise<Measurement[]> {
  const [small, large] = [few, many].map(({ product, pages }) => {
    const url = product.origin + pages[place];
    return {
      url,
      headers: product.scriptFree,
      series: new Series(() => timesOf(url, product.scriptFree, requestsPerRun)),
    };
  });
  if (small === undefined || large === undefined) throw new Error("unreachable: two went in");
  for (const { url, headers, series } of [small, large]) {
    await checkRows(url, headers);
    await series.measure();
    series.results.length = 0;
  }
  await alternate(rounds, [small.series, large.series]);
  const fewTimes = small.series.results.map(median);
  const manyTimes = large.series.results.map(median);
  return [
    { what: `${place} page, ${fewClients} clients`, unit: "ms at p50", values: fewTimes },
    { what: `${place} page, ${clients.toLocaleString("en-US")} clients`, unit: "ms at p50", values: manyTimes },
    {
      what: `${place} page, many ÷ few`,
      unit: "×",
      values: manyTimes.map((time, round) => time / (fewTimes[round] ?? Number.NaN)),
      goal: { atMost: 1.25 },
    },
  ];
}

/** A page that has lost its place shows the first one instead, which would be fast for the wrong reason. */
async function checkRows(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { status, body } = await get(url, { ...headers, "accept-encoding": "identity" });
  const start = new URL(url).searchParams.get("start") ?? "1";
  const rows = new Set(body.toString().match(/\/clients\/[0-9a-f]{8}-[0-9a-f-]{27}/g)).size;
  const shown = body.toString().replaceAll(",", "").includes(`Showing ${start} to `);
  if (status !== 200 || rows !== 15 || !shown) throw new Error(`${url} answered ${status} with ${rows} rows`);
}
