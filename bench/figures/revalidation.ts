/** What asking again costs: 304 against 200 on the unchanged script-free clients list. */
import { otherCores } from "../measure/cores.ts";
import { get } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { applyLoad, warmUp } from "../measure/load.ts";
import { startProcess } from "../measure/process.ts";
import { startProduct } from "../measure/product.ts";

export const name = "revalidation";
export const title = "The unchanged script-free clients list, asked for again";

export async function measure({ rounds, seconds, say }: Conditions): Promise<Measurement[]> {
  const upstream = await startProcess("canned-upstream.ts", otherCores);
  const product = await startProduct({ API_URL: `${upstream.origin}/api`, API_SERVICE: "latchkey" });
  try {
    const url = `${product.origin}/clients/`;
    const first = await get(url, product.scriptFree);
    const tag = first.headers.etag;
    if (tag === undefined) throw new Error("The clients list has no ETag.");
    const again = { ...product.scriptFree, "if-none-match": tag };
    const unchanged = await get(url, again);
    if (unchanged.status !== 304) throw new Error(`Asked again with its tag, the list answered ${unchanged.status}.`);
    const load = { url, pid: product.pid, seconds };
    const whole = { ...load, headers: product.scriptFree, status: 200 };
    const known = { ...load, headers: again, status: 304 };
    const full = new Series(() => applyLoad(whole));
    const empty = new Series(() => applyLoad(known));
    say("revalidation: warming up");
    await warmUp(whole);
    await warmUp(known);
    say(`revalidation: ${rounds} rounds of 200 and 304`);
    await alternate(rounds, [full, empty]);
    const ratios = empty.results.map(
      (run, round) => run.requestsPerSecond / (full.results[round]?.requestsPerSecond ?? Number.NaN),
    );
    const busy = empty.results.flatMap((run) => run.busy ?? []);
    return [
      { what: "200", unit: "requests/s", values: full.results.map((run) => run.requestsPerSecond) },
      { what: "304", unit: "requests/s", values: empty.results.map((run) => run.requestsPerSecond) },
      { what: "304 ÷ 200", unit: "×", values: ratios, goal: { atLeast: 3 }, floor: { atLeast: 2.2 } },
      { what: "200", unit: "bytes", values: [first.headerBytes + first.body.length] },
      {
        what: "304",
        unit: "bytes",
        values: [unchanged.headerBytes + unchanged.body.length],
        goal: { atMost: 300 },
        floor: { atMost: 300 },
      },
      { what: "304", unit: "share of time busy", values: busy, note: "well below 1: not the server was the limit" },
    ];
  } finally {
    await product.stop();
    await upstream.stop();
  }
}
