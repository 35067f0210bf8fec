import { expect, test } from "vitest";
import { costsIn } from "#server/upstream/inspections/amounts.ts";
import { english } from "#server/upstream/inspections/english.ts";
import { readFindings } from "#server/upstream/inspections/read-findings.ts";
import { systemOf } from "#server/upstream/inspections/systems.ts";
import { defectIn } from "#server/upstream/inspections/wording.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";

test("every defect of a report is a finding with its system, severity, page and costs, and nothing else is", () => {
  const lines = readFindings(inspectionReport).map(({ page, system, severity, costs, title }) => {
    const money = costs === null ? "" : ` ${costs.low}–${costs.high} ${costs.currency}`;
    return `${page} ${system}, ${severity}${money}: ${title.split(" ").slice(0, 5).join(" ")}`;
  });
  expect(lines).toEqual([
    "2 Roof, major 14500–18200 USD: The roof covering is asphalt",
    "2 Roof, repair 450–700 USD: Flashing at the chimney is",
    "2 Roof, maintenance: Gutters are full of leaves",
    "3 Electrical, safety 2800–2800 USD: The main panel is a",
    "3 Electrical, safety: Receptacles in the kitchen within",
    "3 Electrical, repair 120–120 USD: One light switch in the",
    "3 Alarms, safety: A carbon monoxide alarm is",
    "4 Plumbing, major: The water heater is a",
    "4 Plumbing, major 250–250 USD: There is an active leak",
    "4 Heating and cooling, maintenance: The filter is dirty; replace",
    "4 Heating and cooling, monitor: Monitor the condenser fan, which",
    "5 Structure, major: A horizontal crack about 9",
    "5 Insulation and ventilation, repair: The vapor barrier is torn",
    "5 Exterior, safety 1200–1900 USD: The deck ledger board is",
    "5 Exterior, maintenance: Paint is peeling on the",
  ]);
});

test("a quote is on its page, word for word; a title is one line", () => {
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  for (const { quote, page, title } of readFindings(inspectionReport)) {
    const [first = ""] = quote.split(/(?<=\.) (?=[A-Z])/);
    expect(bare(inspectionReport[page - 1] ?? "")).toContain(bare(first));
    expect([title.length <= 120, title.endsWith(".")]).toEqual([true, false]);
  }
});

test.each([
  ["No leaks were observed in the attic.", null],
  ["The furnace responded normally.", null],
  ["The outlets are grounded, but two have no GFCI protection.", "safety"],
  ["The panel is in good condition, however one breaker is double tapped.", "safety"],
  ["There are no smoke alarms in the bedrooms.", "safety"],
  ["No handrail was found at the basement stairs.", "safety"],
  ["The water heater is past its expected service life.", "major"],
  ["Hairline cracks in the driveway should be monitored.", "monitor"],
  ["Caulk the tub to prevent water damage.", "maintenance"],
  ["The trim needs touch-up paint.", "maintenance"],
  ["The faucet leaks.", "repair"],
  ["The inspector has no liability for leaks.", null],
  ["The kitchen has a window.", null],
])("%s is %s", (sentence, severity) => {
  expect(defectIn(sentence.toLowerCase(), english)?.severity ?? null).toBe(severity);
});

test.each([
  ["Flashing at the chimney", "Roof"],
  ["The chimney flue", "Chimney and fireplace"],
  ["A carbon monoxide alarm", "Alarms"],
  ["The garage door opener", "Garage"],
  ["Termite damage in a floor joist", "Pests"],
  ["The weather was fine", null],
])("%s belongs to %s", (text, system) => {
  expect(systemOf(text)).toBe(system);
});

test.each([
  ["The stairs to the upper floor have no handrail.", "Interior and safety", "Interior"],
  ["The stairs to the basement have no handrail.", "Stairs without a handrail", "Interior"],
  ["The stairs to the deck have no handrail.", "Exterior", "Exterior"],
  ["The siding is loose.", "Interior", "Exterior"],
  ["The corner shows settlement: the floor drops.", "Foundation", "Structure"],
])("%s under %s belongs to %s", (text, heading, system) => {
  expect(systemOf(text, heading)).toBe(system);
});

test.each([
  ["Estimated cost: $14,500 to $18,200.", "14500", "18200", "USD"],
  ["Allow $450 - 700 for this.", "450", "700", "USD"],
  ["About $2.5k–$4k", "2500", "4000", "USD"],
  ["Repair ($120.50)", "120.50", "120.50", "USD"],
  ["About $2.01k", "2010", "2010", "USD"],
  ["Etwa €1,200", "1200", "1200", "EUR"],
  ["£90 for parts and £210 for labour", "90", "210", "GBP"],
])("%s costs %s to %s %s", (text, low, high, currency) => {
  expect(costsIn(text)).toEqual({ low, high, currency });
});

test("a text without a sign of money names no costs", () => {
  expect(costsIn("It was built in 1987 and has 2,340 sq. ft.")).toBeNull();
});

test("what says nothing of a system or of a defect is no finding, nor what a report says of itself", () => {
  expect(
    readFindings(["Maya's dog is unsafe. The roof is red.\n\nLIMITATIONS\n\nThe roof leaks in many houses."]),
  ).toEqual([]);
  expect(readFindings([])).toEqual([]);
  expect(readFindings(["PLUMBING\n\nIt leaks at the joint."])).toMatchObject([
    { system: "Plumbing", severity: "repair" },
  ]);
});

test("dangers of one paragraph are findings of their own, in the words of other inspectors", () => {
  const text = `3.2 ELECTRICAL

The grounding electrode conductor was not attached to the rod at the time of our visit. An open splice was seen in the attic
above the hall bath. Have an electrician put it in a covered box. Two breakers in the main panel serve more than one conductor each.

4.1 PLUMBING

The relief valve on the water heater discharges to the crawlspace.

5.0 EXTERIOR

Deck ledger is nailed, no bolts were visible.

6.0 ROOF

Approximately 3 to 5 years of service life remain.`;
  expect(readFindings([text]).map(({ system, severity, title }) => `${system}, ${severity}: ${title}`)).toEqual([
    "Electrical, repair: The grounding electrode conductor was not attached to the rod at the time of our visit",
    "Electrical, safety: An open splice was seen in the attic above the hall bath",
    "Electrical, safety: Two breakers in the main panel serve more than one conductor each",
    "Plumbing, repair: The relief valve on the water heater discharges to the crawlspace",
    "Exterior, safety: Deck ledger is nailed, no bolts were visible",
    "Roof, major: Approximately 3 to 5 years of service life remain",
  ]);
});
