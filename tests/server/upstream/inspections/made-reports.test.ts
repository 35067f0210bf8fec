import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport } from "#server/upstream/inspections/read-findings.ts";
import { runBounded } from "#server/upstream/texts/bounded-worker.ts";
import { textBounds, textReading } from "#server/upstream/texts/text-reading.ts";
import { type MadeReport, makeReports } from "#tests/support/reports/layouts.ts";
import { measure } from "#tests/support/reports/measure.ts";

const bounds = { milliseconds: 60_000, memoryBytes: textBounds.memoryBytes, signal: new AbortController().signal };

async function pagesOf({ kind, bytes }: MadeReport["file"]): Promise<readonly string[]> {
  const worker = kind === "pdf" ? "pdf-worker" : "plain-text-worker";
  return textReading.parse(await runBounded(worker, bytes.slice(), bounds)).pages;
}

/** Milliseconds of this thread, however busy the machine is. */
function timed<Made>(work: () => Made) {
  const before = process.threadCpuUsage();
  const made = work();
  const { user, system } = process.threadCpuUsage(before);
  return { made, milliseconds: (user + system) / 1000 };
}

const given = async (name: string) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "reports", `${name}.pdf`)));
  const { findings } = readReport(await pagesOf({ kind: "pdf", bytes }));
  return findings.map(
    ({ severity, system, page, title, costs }) =>
      `${page} ${severity}, ${system}: ${title}${costs === null ? "" : ` ${costs.low}–${costs.high}`}`,
  );
};

test("numbered cards: each is a finding once, in its own words and severity, although the summary has their titles", async () => {
  expect(await given("numbered-cards")).toEqual([
    "3 repair, Roof: Lifted tabs: the roof covering is damaged",
    "3 repair, Roof: Downspout ends at footing: roof water is not led away from the house",
    "4 safety, Electrical: Obsolete panel brand: breakers of this make may not trip 2800–3900",
    "4 safety, Electrical: Reverse polarity: hot and neutral wires are swapped",
    "4 safety, Electrical: Knob and tube: very old wiring that insurers often refuse",
    "5 safety, Plumbing: No seismic straps: the water heater may tip over in an earthquake",
    "5 repair, Plumbing: Polybutylene: pipes of a plastic that fails without warning",
    "5 safety, Garage: Does not auto-reverse: the garage door may not stop for a person",
    "5 repair, Insulation and ventilation: Bath fan ends in attic: damp air is blown into the attic",
    "5 maintenance, Windows and doors: Fogged pane: a window's seal or glass is broken",
  ]);
});

test("kinds before a text are the severities, and guards are no roof", async () => {
  expect(await given("narrative")).toEqual([
    "1 repair, Roof: Moss covers the north slope and holds moisture",
    "1 major, Chimney and fireplace: The chimney leans away from the house by two inches",
    "1 safety, Exterior: The deck ledger is fastened with nails only",
    "1 maintenance, Roof: Add a drip edge along the eaves",
    "1 repair, Appliances: The dryer duct is plastic and runs 30 feet",
    "1 monitor, Structure: Stair-step gaps in the brick veneer at the garage",
    "1 repair, Plumbing: Toilet rocks at the hall bath: a toilet is loose or leaks",
    "1 safety, Exterior: Guard openings at the loft are wider than four inches",
  ]);
});

test("a report in Spanish is read", async () => {
  expect(await given("spanish")).toEqual([
    "1 repair, Roof: Hay tejas rotas en la pendiente norte",
    "1 repair, Roof: La canaleta tiene una fuga junto a la puerta",
    "1 safety, Electrical: Cables expuestos en el ático: riesgo de descarga",
    "1 safety, Electrical: Dos enchufes sin conexión a tierra en la cocina",
    "1 repair, Plumbing: El calentador de agua gotea y está oxidado 1200–1200",
    "1 major, Structure: Una grieta horizontal en el muro del sótano; consulte a un ingeniero",
  ]);
});

test("of reports in eight layouts nearly all is found, nearly nothing else, and how bad it is", {
  timeout: 120_000,
}, async () => {
  const lines: string[] = [];
  const sums = { known: 0, found: 0, wrong: 0, severity: 0 };
  for (const { name, file, known } of await makeReports()) {
    const pages = await pagesOf(file);
    const { made, milliseconds } = timed(() => readReport(pages));
    const { found, missed, wrong, otherSeverity } = measure(known, made.findings);
    sums.known += known.length;
    sums.found += found;
    sums.wrong += wrong.length;
    sums.severity += otherSeverity.length;
    const notes = [...missed.map(({ title }) => `missed ${title}`), ...wrong.map(({ title }) => `false ${title}`)];
    lines.push(
      [
        name,
        `found ${found} of ${known.length}`,
        `false ${wrong.length}`,
        `${Math.round(milliseconds)} ms`,
        ...notes,
      ].join(", "),
    );
  }
  const { known, found, wrong, severity } = sums;
  const shares = { found: found / known, wrong: wrong / (found + wrong), severity: 1 - severity / found };
  process.stdout.write(`${[...lines, JSON.stringify(shares)].join("\n")}\n`);
  expect(shares.found).toBeGreaterThanOrEqual(0.95);
  expect(shares.wrong).toBeLessThanOrEqual(0.05);
  expect(shares.severity).toBeGreaterThanOrEqual(0.9);
});

test("sixty pages are read in two seconds", { timeout: 60_000 }, async () => {
  const reports = [...(await makeReports("letter")), ...(await makeReports("cards")), ...(await makeReports("form"))];
  const pages = (await Promise.all(reports.map(({ file }) => pagesOf(file)))).flat();
  const sixty = Array.from(
    { length: 60 },
    (_, index) => `${pages[index % pages.length]}\n\nRoom ${index} has a loose door.`,
  );
  expect(timed(() => readReport(sixty)).milliseconds).toBeLessThan(2000);
});
