/** The clients list's speed against a canned upstream: a share of the plain table's, and CPU as a multiple of the framework's own. */
import { otherCores, serverCores } from "../measure/cores.ts";
import { get } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { applyLoad, type LoadResult, type TimedLoad, warmUp } from "../measure/load.ts";
import { startProcess } from "../measure/process.ts";
import { startProduct } from "../measure/product.ts";

export const name = "list-page";
export const title =
  "Clients list on the server, canned upstream in another process (xF = share of the plain table's speed)";

/** A yardstick that still gets faster while it is read would make everything else look slower. */
const yardstickWarmUp = 30_000;

export async function measure({ rounds, seconds, say }: Conditions): Promise<Measurement[]> {
  const plain = await startProcess("plain-table.ts", serverCores);
  const framework = await startProcess("framework-table.ts", serverCores);
  const upstream = await startProcess("canned-upstream.ts", otherCores);
  const product = await startProduct({ API_URL: `${upstream.origin}/api`, API_SERVICE: "latchkey" });
  try {
    const list = { url: `${product.origin}/clients/`, status: 200, pid: product.pid };
    const plainTable = contender({ url: `${plain.origin}/`, status: 200, pid: plain.pid, seconds });
    const frameworkTable = contender({ url: `${framework.origin}/`, status: 200, pid: framework.pid, seconds });
    const hydrating = contender({ ...list, headers: product.hydrating, seconds });
    const scriptFree = contender({ ...list, headers: product.scriptFree, seconds });
    await checkPages(list.url, product.hydrating, product.scriptFree);
    say("list page: warming up");
    for (const { load } of [plainTable, frameworkTable]) await warmUp(load, yardstickWarmUp);
    for (const { load } of [hydrating, scriptFree]) await warmUp(load);
    say(`list page: ${rounds} rounds of plain table, the framework's, hydrating, script-free`);
    await alternate(rounds, [plainTable.series, frameworkTable.series, hydrating.series, scriptFree.series]);
    const yardsticks = { plain: plainTable.series.results, framework: frameworkTable.series.results };
    return [
      { what: "plain table", unit: "requests/s", values: yardsticks.plain.map((run) => run.requestsPerSecond) },
      ...speeds("table by the framework alone", yardsticks.framework, yardsticks, {}),
      ...speeds("hydrating list", hydrating.series.results, yardsticks, {
        share: { goal: { atLeast: 0.1 }, floor: { atLeast: 0.06 } },
        timesFramework: { floor: { atMost: 26 } },
        cpuMs: { goal: { atMost: 1.1 } },
      }),
      ...speeds("script-free list", scriptFree.series.results, yardsticks, {
        share: { goal: { atLeast: 0.15 }, floor: { atLeast: 0.1 } },
        timesFramework: { floor: { atMost: 21 } },
        cpuMs: { goal: { atMost: 0.7 } },
      }),
    ];
  } finally {
    await product.stop();
    await upstream.stop();
    await framework.stop();
    await plain.stop();
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

interface Yardsticks {
  readonly plain: readonly LoadResult[];
  readonly framework: readonly LoadResult[];
}

type Limits = Pick<Measurement, "goal" | "floor">;

function speeds(
  what: string,
  runs: readonly LoadResult[],
  { plain, framework }: Yardsticks,
  { share = {}, timesFramework, cpuMs = {} }: { share?: Limits; timesFramework?: Limits; cpuMs?: Limits },
): Measurement[] {
  const cpu = runs.flatMap((run) => run.cpuMs ?? []);
  const busy = runs.flatMap((run) => run.busy ?? []);
  return [
    { what, unit: "requests/s", values: runs.map((run) => run.requestsPerSecond) },
    { what, unit: "xF", values: sharesOf(runs, plain), ...share },
    ...(timesFramework === undefined
      ? []
      : [{ what, unit: "× the framework's CPU", values: cpuTimes(runs, framework), ...timesFramework }]),
    ...(cpu.length === 0 ? [] : [{ what, unit: "ms CPU/request", values: cpu, ...cpuMs }]),
    ...(busy.length === 0
      ? []
      : [{ what, unit: "share of time busy", values: busy, note: "well below 1: not the server was the limit" }]),
  ];
}

function sharesOf(runs: readonly LoadResult[], yardstick: readonly LoadResult[]): number[] {
  return runs.map((run, round) => run.requestsPerSecond / (yardstick[round]?.requestsPerSecond ?? Number.NaN));
}

/** In CPU time, which a machine that is shared with others does not take away from one of the two alone; none where it is not told. */
function cpuTimes(runs: readonly LoadResult[], yardstick: readonly LoadResult[]): number[] {
  return runs.flatMap((run, round) => {
    const measure = yardstick[round]?.cpuMs ?? null;
    return run.cpuMs === null || measure === null ? [] : [run.cpuMs / measure];
  });
}
