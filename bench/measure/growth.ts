/** Whether a list stays as fast when a workspace grows from a hundred records to very many. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Crop } from "./crops.ts";
import { get, timesOf } from "./exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "./figure.ts";
import { growList, type ListPages } from "./grown-list.ts";
import { type Product, startProduct } from "./product.ts";
import { median } from "./statistics.ts";

const few = 100;
const requestsPerRun = 100;
const places = ["first", "middle", "last"] as const;

interface Workspace {
  product: Product;
  pages: ListPages;
}

export interface Growth {
  readonly crop: Crop;
  readonly many: number;
  /** How many times as long a page may take. */
  readonly atMost: number;
}

export async function measureGrowth(growth: Growth, { rounds, say }: Conditions): Promise<Measurement[]> {
  const { crop, many } = growth;
  const folders = [few, many].map(() => mkdtempSync(join(tmpdir(), "latchkey-growth-")));
  const [fewFolder = "", manyFolder = ""] = folders;
  try {
    const fewPages = await growList(fewFolder, crop, few, say);
    const manyPages = await growList(manyFolder, crop, many, say);
    const small = { product: await startProduct({ DATA_DIR: fewFolder }), pages: fewPages };
    const large = { product: await startProduct({ DATA_DIR: manyFolder }), pages: manyPages };
    say(`growth: ${rounds} rounds of three pages on both`);
    const compared: Measurement[] = [];
    for (const place of places) compared.push(...(await compare(place, [small, large], growth, rounds)));
    await small.product.stop();
    await large.product.stop();
    return compared;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  place: (typeof places)[number],
  workspaces: readonly Workspace[],
  { crop, many, atMost }: Growth,
  rounds: number,
): Promise<Measurement[]> {
  const [small, large] = workspaces.map(({ product, pages }) => {
    const url = product.origin + pages[place];
    return {
      url,
      headers: product.scriptFree,
      series: new Series(() => timesOf(url, product.scriptFree, requestsPerRun)),
    };
  });
  if (small === undefined || large === undefined) throw new Error("unreachable: two went in");
  for (const { url, headers, series } of [small, large]) {
    await checkRows(crop, url, headers);
    await series.measure();
    series.results.length = 0;
  }
  await alternate(rounds, [small.series, large.series]);
  const fewTimes = small.series.results.map(median);
  const manyTimes = large.series.results.map(median);
  return [
    { what: `${place} page, ${few} ${crop.noun}`, unit: "ms at p50", values: fewTimes },
    { what: `${place} page, ${many.toLocaleString("en-US")} ${crop.noun}`, unit: "ms at p50", values: manyTimes },
    {
      what: `${place} page, many ÷ few`,
      unit: "×",
      values: manyTimes.map((time, round) => time / (fewTimes[round] ?? Number.NaN)),
      goal: { atMost },
    },
  ];
}

/** A page that has lost its place shows the first one instead, which would be fast for the wrong reason. */
async function checkRows({ path }: Crop, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { status, body } = await get(url, { ...headers, "accept-encoding": "identity" });
  const start = new URL(url).searchParams.get("start") ?? "1";
  const rows = new Set(body.toString().match(new RegExp(`href="${path}[0-9a-f]{8}-[0-9a-f-]{27}"`, "g"))).size;
  const shown = body.toString().replaceAll(",", "").includes(`Showing ${start} to `);
  if (status !== 200 || rows !== 15 || !shown) throw new Error(`${url} answered ${status} with ${rows} rows`);
}
