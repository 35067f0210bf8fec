/** Pages that are compared by the time they take, asked for in turns. */
import { get, timesOf } from "./exchange.ts";
import { alternate, type Limit, type Measurement, Series } from "./figure.ts";
import { median } from "./statistics.ts";

const requestsPerRun = 60;

export interface ComparedPage {
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text without which the page would be fast for the wrong reason. */
  readonly shows: string;
}

/**
 * The times of a page and of the one that it is compared with, and their ratio.
 * @param goal of the ratio
 */
export async function comparePages(
  base: ComparedPage,
  pages: readonly ComparedPage[],
  goal: Limit,
  rounds: number,
): Promise<Measurement[]> {
  const all = [base, ...pages];
  const series: Series<number[]>[] = [];
  for (const { url, headers, shows } of all) {
    const { status, body } = await get(url, { ...headers, "accept-encoding": "identity" });
    if (status !== 200 || !body.includes(shows)) throw new Error(`${url} answered ${status} without ${shows}`);
    const own = new Series(() => timesOf(url, headers, requestsPerRun));
    await own.measure();
    own.results.length = 0;
    series.push(own);
  }
  await alternate(rounds, series);
  const [baseTimes = [], ...times] = series.map(({ results }) => results.map(median));
  return [
    { what: base.what, unit: "ms at p50", values: baseTimes },
    ...pages.flatMap(({ what }, place) => {
      const own = times[place] ?? [];
      const ratios = own.map((time, round) => time / (baseTimes[round] ?? Number.NaN));
      return [
        { what, unit: "ms at p50", values: own },
        { what: `${what} ÷ ${base.what}`, unit: "×", values: ratios, goal },
      ];
    }),
  ];
}
