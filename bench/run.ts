/**
 * `npm run bench`: measures what docs/operating.md promises, prints it, and writes bench/results.json.
 *
 *   npm run bench -- --only list-page,memory --rounds 7 --seconds 5 --clients 100000 --packages 10000 --deals 1000 --searched 10000 --long
 *
 * Ends with 1 when a figure broke its floor, and with 2 when one could not be measured.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as addedLatency from "./figures/added-latency.ts";
import * as clientFilter from "./figures/client-filter.ts";
import * as clientPages from "./figures/client-pages.ts";
import * as dealGrowth from "./figures/deal-growth.ts";
import * as dictionaries from "./figures/dictionaries.ts";
import * as eventStreams from "./figures/event-streams.ts";
import * as fitGrowth from "./figures/fit-growth.ts";
import * as growth from "./figures/growth.ts";
import * as listPage from "./figures/list-page.ts";
import * as memory from "./figures/memory.ts";
import * as openedAhead from "./figures/opened-ahead.ts";
import * as packageGrowth from "./figures/package-growth.ts";
import * as pageWeight from "./figures/page-weight.ts";
import * as releaseDelta from "./figures/release-delta.ts";
import * as revalidation from "./figures/revalidation.ts";
import * as searchGrowth from "./figures/search-growth.ts";
import * as slowService from "./figures/slow-service.ts";
import * as slowVisit from "./figures/slow-visit.ts";
import * as threadGrowth from "./figures/thread-growth.ts";
import * as upload from "./figures/upload.ts";
import type { Conditions, Figure } from "./measure/figure.ts";
import { lineOf, machine, type Section, tableOf } from "./report.ts";

const figures: readonly Figure[] = [
  listPage,
  dictionaries,
  releaseDelta,
  revalidation,
  addedLatency,
  slowService,
  memory,
  eventStreams,
  pageWeight,
  slowVisit,
  openedAhead,
  clientPages,
  upload,
  growth,
  packageGrowth,
  fitGrowth,
  dealGrowth,
  searchGrowth,
  threadGrowth,
  clientFilter,
];

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    clients: { type: "string", default: "1000000" },
    packages: { type: "string", default: "100000" },
    deals: { type: "string", default: "10000" },
    searched: { type: "string", default: "100000" },
    long: { type: "boolean", default: false },
  },
});

const conditions: Conditions = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  clients: Number(options.clients),
  packages: Number(options.packages),
  deals: Number(options.deals),
  searched: Number(options.searched),
  long: options.long,
  say: (text) => process.stderr.write(`… ${text}\n`),
};

function chosenFigures(): readonly Figure[] {
  const names = options.only?.split(",");
  const unknown = names?.filter((name) => !figures.some((figure) => figure.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No figure ${unknown.join(", ")}: there are ${figures.map((figure) => figure.name).join(", ")}`);
  return figures.filter((figure) => names?.includes(figure.name) ?? true);
}

const sections: Section[] = [];
const failures: string[] = [];
for (const figure of chosenFigures()) {
  try {
    const lines = (await figure.measure(conditions)).map(lineOf);
    const section = { name: figure.name, title: figure.title, lines };
    sections.push(section);
    process.stdout.write(`\n${tableOf(section)}`);
  } catch (error) {
    failures.push(figure.name);
    process.stdout.write(`\n${figure.title}\nnot measured: ${error instanceof Error ? error.stack : error}\n`);
  }
}

const { rounds, seconds, clients, packages, deals, searched, long } = conditions;
writeFileSync(
  join(import.meta.dirname, "results.json"),
  `${JSON.stringify({ machine: machine(), conditions: { rounds, seconds, clients, packages, deals, searched, long }, figures: sections }, null, 2)}\n`,
);

const lines = sections.flatMap((section) => section.lines);
const count = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
process.stdout.write(
  `\n${count("met")} met, ${count("missed")} missed, ${count("broken")} broken, ${failures.length} figures not measured\n`,
);
if (count("broken") > 0) process.exitCode = 1;
else if (failures.length > 0) process.exitCode = 2;
