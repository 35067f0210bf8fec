/** What the clients list costs against a canned upstream: CPU as a multiple of the framework's own table. */
import { otherCores, serverCores } from "../measure/cores.ts";
import { get } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { applyLoad, type LoadResult, type TimedLoad, warmUp } from "../measure/load.ts";
import { startProcess } from "../measure/process.ts";
import { startProduct } from "../measure/product.ts";

export const name = "list-page";
export const title = "Clients list on the server, canned upstream in another process";

/** A yardstick that still gets faster while it is read would make everything else look slower. */
const yardstickWarmUp = 30_000;

export async function measure({ rounds, seconds, say }: Conditions): Promise<Measurement[]> {
  const framework = await startProcess("framework-table.ts", serverCores);
  const upstream = await startProcess("canned-upstream.ts", otherCores);
  const product = await startProduct({ API_URL: `${upstream.origin}/api`, API_SERVICE: "latchkey" });
  try {
    const list = { url: `${product.origin}/clients/`, status: 200, pid: product.pid };
    const frameworkTable = contender({ url: `${framework.origin}/`, status: 200, pid: framework.pid, seconds });
    const hydrating = contender({ ...list, headers: product.hydrating, seconds });
    const scriptFree = contender({ ...list, headers: product.scriptFree, seconds });
    await checkPages(list.url, product.hydrating, product.scriptFree);
    say("list page: warming up");
    await warmUp(frameworkTable.load, yardstickWarmUp);
    for (const { load } of [hydrating, scriptFree]) await warmUp(load);
    say(`list page: ${rounds} rounds of the framework's table, hydrating, script-free`);
    await alternate(rounds, [frameworkTable.series, hydrating.series, scriptFree.series]);
    const yardstick = frameworkTable.series.results;
    return [
      ...speeds("table by the framework alone", yardstick),
      ...speeds("hydrating list", hydrating.series.results),
      cpuTimes("hydrating list", hydrating.series.results, yardstick, { goal: { atMost: 12 }, floor: { atMost: 16 } }),
      ...speeds("script-free list", scriptFree.series.results),
      cpuTimes("script-free list", scriptFree.series.results, yardstick, {
        goal: { atMost: 10 },
        floor: { atMost: 14.5 },
      }),
    ];
  } finally {
    await product.stop();
    await upstream.stop();
    await framework.stop();
  }
}

function contender(load: TimedLoad): { load: TimedLoad; series: Series<LoadResult> } {
  return { load, series: new Series(() => applyLoad(load)) };
}

/** A page that lost its rows or its scripts would be fast for the wrong reason. */
async function checkPages(
  url: string,
  hydrating: Readonly<Record<string, string>>,
  scriptFree: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [headers, hydrates] of [
    [hydrating, true],
    [scriptFree, false],
  ] as const) {
    const { status, body } = await get(url, { ...headers, "accept-encoding": "identity" });
    const html = body.toString();
    if (status !== 200 || !html.includes("person15@client.example"))
      throw new Error(`${url} answered ${status} without the canned rows`);
    if (/<script[^>]* type="module"/.test(html) !== hydrates)
      throw new Error(`${url} ${hydrates ? "does not hydrate" : "hydrates"} against the wish of its cookies`);
  }
}

function speeds(what: string, runs: readonly LoadResult[]): Measurement[] {
  const cpu = runs.flatMap((run) => run.cpuMs ?? []);
  const busy = runs.flatMap((run) => run.busy ?? []);
  return [
    { what, unit: "requests/s", values: runs.map((run) => run.requestsPerSecond) },
    ...(cpu.length === 0 ? [] : [{ what, unit: "ms CPU/request", values: cpu }]),
    ...(busy.length === 0
      ? []
      : [{ what, unit: "share of time busy", values: busy, note: "well below 1: not the server was the limit" }]),
  ];
}

/** In CPU time, which a machine that is shared with others does not take away from one of the two alone; not a number where it is not told. */
function cpuTimes(
  what: string,
  runs: readonly LoadResult[],
  yardstick: readonly LoadResult[],
  limits: Pick<Measurement, "goal" | "floor">,
): Measurement {
  const values = runs.map(({ cpuMs }, round) => (cpuMs ?? Number.NaN) / (yardstick[round]?.cpuMs ?? Number.NaN));
  return { what, unit: "× the framework's CPU", values, ...limits };
}
