/** The clients list's speed against a canned upstream, as a share of the plain table's. */
import { otherCores, serverCores } from "../measure/cores.ts";
import { get } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { applyLoad, type LoadResult, type TimedLoad, warmUp } from "../measure/load.ts";
import { startProcess } from "../measure/process.ts";
import { startProduct } from "../measure/product.ts";

export const name = "list-page";
export const title =
  "Clients list on the server, canned upstream in another process (xF = share of the plain table's speed)";

export async function measure({ rounds, seconds, say }: Conditions): Promise<Measurement[]> {
  const plain = await startProcess("plain-table.ts", serverCores);
  const upstream = await startProcess("canned-upstream.ts", otherCores);
  const product = await startProduct({ API_URL: `${upstream.origin}/api` });
  try {
    const list = { url: `${product.origin}/clients/`, status: 200, pid: product.pid };
    const plainTable = contender({ url: `${plain.origin}/`, status: 200, pid: plain.pid, seconds });
    const hydrating = contender({ ...list, headers: product.hydrating, seconds });
    const scriptFree = contender({ ...list, headers: product.scriptFree, seconds });
    await checkPages(list.url, product.hydrating, product.scriptFree);
    say("list page: warming up");
    for (const { load } of [plainTable, hydrating, scriptFree]) await warmUp(load);
    say(`list page: ${rounds} rounds of plain table, hydrating, script-free`);
    await alternate(rounds, [plainTable.series, hydrating.series, scriptFree.series]);
    const yardstick = plainTable.series.results;
    return [
      { what: "plain table", unit: "requests/s", values: yardstick.map((run) => run.requestsPerSecond) },
      ...speeds("hydrating list", hydrating.series.results, yardstick, { goal: 0.1, floor: 0.06, cpuMs: 1.1 }),
      ...speeds("script-free list", scriptFree.series.results, yardstick, { goal: 0.15, floor: 0.1, cpuMs: 0.7 }),
    ];
  } finally {
    await product.stop();
    await upstream.stop();
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

function speeds(
  what: string,
  runs: readonly LoadResult[],
  yardstick: readonly LoadResult[],
  { goal, floor, cpuMs }: { goal: number; floor: number; cpuMs: number },
): Measurement[] {
  const shares = runs.map((run, round) => run.requestsPerSecond / (yardstick[round]?.requestsPerSecond ?? Number.NaN));
  const cpu = runs.flatMap((run) => run.cpuMs ?? []);
  const busy = runs.flatMap((run) => run.busy ?? []);
  return [
    { what, unit: "requests/s", values: runs.map((run) => run.requestsPerSecond) },
    { what, unit: "xF", values: shares, goal: { atLeast: goal }, floor: { atLeast: floor } },
    ...(cpu.length === 0 ? [] : [{ what, unit: "ms CPU/request", values: cpu, goal: { atMost: cpuMs } }]),
    ...(busy.length === 0
      ? []
      : [{ what, unit: "share of time busy", values: busy, note: "well below 1: not the server was the limit" }]),
  ];
}
