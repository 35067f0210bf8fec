/** What the product adds to the time its upstream takes, one request after the other. */
import { z } from "zod/mini";
import { otherCores } from "../measure/cores.ts";
import { get, timesOf } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { warmUp } from "../measure/load.ts";
import { startProcess } from "../measure/process.ts";
import { startProduct } from "../measure/product.ts";
import { quantile } from "../measure/statistics.ts";

export const name = "added-latency";
export const title = "Clients list one request at a time: what is added to the upstream's own time";

const requestsPerRun = 400;
const counts = z.record(z.string(), z.number());

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  say(`added latency: ${rounds} rounds of ${requestsPerRun} requests`);
  const upstream = await startProcess("canned-upstream.ts", otherCores);
  const product = await startProduct({ API_URL: `${upstream.origin}/api`, API_SERVICE: "latchkey" });
  try {
    const page = `${product.origin}/clients/`;
    const call = `${upstream.origin}/api/clients`;
    await warmUp({ url: page, headers: product.scriptFree, status: 200, pid: product.pid });
    await timesOf(call, {}, requestsPerRun);
    const pages = new Series(() => timesOf(page, product.scriptFree, requestsPerRun));
    const direct = new Series(() => timesOf(call, {}, requestsPerRun));
    await alternate(rounds, [pages, direct]);
    const added = (share: number) =>
      pages.results.map((times, round) => quantile(times, share) - quantile(direct.results[round] ?? [], share));
    return [
      { what: "added at p50", unit: "ms", values: added(0.5), goal: { atMost: 2 } },
      { what: "added at p95", unit: "ms", values: added(0.95), goal: { atMost: 5 } },
      { what: "page at p50", unit: "ms", values: pages.results.map((times) => quantile(times, 0.5)) },
      ...(await callsOfPages(upstream.origin, page, product.scriptFree)),
    ];
  } finally {
    await product.stop();
    await upstream.stop();
  }
}

/** How many upstream calls one list page costs, the session's own among them: after a pause, and within three seconds of another page. */
async function callsOfPages(
  upstream: string,
  page: string,
  headers: Readonly<Record<string, string>>,
): Promise<Measurement[]> {
  const total = async () => {
    const seen = counts.parse(JSON.parse((await get(`${upstream}/counts`)).body.toString()));
    return Object.values(seen).reduce((sum, count) => sum + count, 0);
  };
  const callsOf = async (moreHeaders: Readonly<Record<string, string>>) => {
    const before = await total();
    await get(page, { ...headers, ...moreHeaders });
    return (await total()) - before;
  };
  // A reload asks again for everything, as a page does after a pause.
  const [first, next] = [await callsOf({ "cache-control": "max-age=0" }), await callsOf({})];
  const what = "upstream calls of a list page";
  return [
    { what, unit: "calls", values: [next], goal: { atMost: 2 }, floor: { atMost: 2 }, note: "soon after another page" },
    {
      what: `${what} after a pause`,
      unit: "calls",
      values: [first],
      note: "the session's own, the saved views, the list",
    },
  ];
}
