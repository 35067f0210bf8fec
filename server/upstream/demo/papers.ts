import type { DemoPackage } from "./packages.ts";

/** One paragraph a line, headings with a #, {names} filled in. */
const guideLines = `
# Seeing {street}
Everybody who looks at {street} with us has this guide. It says in short what to look at, what happens when you want the house, and what it will ask of you afterwards.
Walk around it once outside before you go in. Look for the low side of the lot and where the water goes from there. Inside, open the windows on the street side and stand still for a minute: that is what evenings sound like.
Ask what stays. Washer, dryer and refrigerator often do in this county; curtains and shelves often do not. Whatever is said aloud, have it written down.
# The neighbourhood
{area} is best learned on foot. Come once in the morning, when people leave, and once after dark. Find the bus stop, the nearest grocery and the playground, and see how long they really take.
School boundaries move. The schools named with this property are those of today's map; the district decides each spring, and only its own map counts.
# Making an offer
An offer has a price, a closing date, the money that you put down, and the conditions under which you may still walk away. The usual ones are financing, inspection and title. Each has a number of days, and each of those days is counted from the moment that both have signed.
Earnest money shows that you mean it: one to three percent of the price is common here. It is held in escrow and goes toward the price at closing. If you leave under a condition that is still open, you have it back.
Offers on this street are usually looked at together on one day. We send yours in the morning of that day, with your lender's letter, and call the listing agent ourselves.
# Inspections
Have the house inspected by somebody you choose, and be there for the last hour. For houses older than forty years add a sewer camera; for those on a slope ask a geotechnical engineer what an hour costs.
The report will have thirty items. Five of them matter. We go through them with you and decide for each: ask for a repair, ask for a credit, accept it, or have it looked at again.
# What it costs
Beside the down payment expect closing costs of two to three percent of the price: loan fees, title and escrow, recording, and the first months of tax and insurance. The estimate that comes with this package has each line by itself.
Set aside one percent of the price for each year of living in it. Roofs last twenty-five years, furnaces eighteen, water heaters twelve; the report says how old these are.
# Closing
Two days before, we walk through once more: everything that was to be repaired is repaired, everything that was to stay is there, and nothing was damaged by the move. Then you sign, usually in an hour, and keys come when the county has recorded the deed.
Call us with anything, however small. {agent} answers on weekdays until seven, and on the day that offers are due whenever you need it.
`;

const disclosureLines = `
This form is filled in by the seller, dated, and handed over before the first offer is looked at. An answer of "don't know" is an answer; a blank is none.
# Title
Easements, encroachments and boundary agreements; a first right of refusal; anybody else who uses a part of the lot.
# Water and sewer
Where the water comes from, any shortage in the last five years, irrigation rights. Sewer or septic: when it was last pumped and inspected, and what failed.
# Structure
Where the roof has leaked and when it was repaired, additions with and without permits, settling, and damage by insects or fire.
# Systems
The age of the furnace, the water heater and the panel; what is rented; anything that does not work.
# Environment
Flooding, slides and buried tanks; lead paint in houses that were built before 1978; noise that comes at certain hours.
# Common interests
The owners' association, what it costs a month and what is planned; walls, drives and fences that are shared.
`;

const readingLines: readonly string[] = [
  "1. Safety first: anything that can hurt somebody is repaired before closing, whoever pays.",
  "2. Then what is large: roof, foundation, sewer, panel, furnace. Ask for the age of each.",
  "3. Then water: where it comes in, where it stands, what it has stained.",
  "4. Everything else is maintenance. Put it on a list for the first year.",
  "For each item decide: repair, credit, accept, or have it verified by a trade.",
];

const tradeLines = `
# Roof
Two days' notice, photographs in the report.
# Electrician
Panels and ungrounded outlets, usually within the week.
# Sewer camera
The same day if you call before noon.
# Structural engineer
A letter within three working days.
# Before you quote a price
Prices change in spring. Ask again before you quote one to a client.
`;

/** Findings by section, one a line below how the section was looked at. */
const reportSections = `
# Roof and exterior
The roof covering is asphalt shingle in one layer, looked at from the eaves by ladder and from the ground with binoculars. Siding, trim, gutters, decks and walks were walked around once.
- Missing shingles on the west slope. Several shingles are missing near the ridge on the west slope, and the felt below is torn. A roofing contractor should replace them before the rainy season. Budget $650 to $1,100.
- Roof covering near the end of its life. The shingles have lost most of their granules and are near the end of their service life. Plan to replace the roof covering within two to four years. Budget $14,000 to $19,500.
- Gutters full of debris. The gutters are full of leaves and needles at the north side, and water runs over behind them. They should be cleaned twice a year. Budget $180 to $300.
- Deck ledger not bolted. The ledger of the rear deck is nailed and not bolted to the house. It should be secured with structural screws or bolts. Budget $400 to $900.
- Loose handrail at the front steps. The handrail at the front steps is loose and moves when it is leaned on. Re-anchor the posts. Budget $150 to $350.
- Paint peeling on the south side. Paint is peeling on the window trim of the south side. Scrape and repaint before bare wood takes in water. Budget $500 to $1,200.
- Grade slopes toward the house. The soil at the east side slopes toward the foundation and was damp after two dry days. Regrade so that water runs away from the wall. Budget $600 to $1,800.
# Foundation and structure
Foundation walls are poured concrete over a crawl space that was entered from the hatch in the hall closet. The attic was seen from its hatch and from the walkway.
- Hairline cracks in the foundation. Two hairline cracks run down the north wall, each less than an eighth of an inch wide and dry. Monitor them once a year and seal them if they widen.
- Settlement at the south-east corner. The south-east corner shows settlement: the floor drops three quarters of an inch over eight feet and the wall above has displaced. A structural engineer should look at it before the offer is firm. Budget $6,500 to $14,000.
- Vapor barrier torn in the crawl space. The plastic on the soil of the crawl space is torn and pulled back over about a third of the area. Replace it so that ground moisture stays out of the framing. Budget $700 to $1,400.
- Carpenter ants in the sill. Carpenter ants and their frass were seen at the sill below the kitchen, an active infestation. A pest control operator should treat it and open the wall to see how far the damage goes. Budget $1,200 to $3,800.
- Thin attic insulation. The attic has about six inches of loose fill, a third of what is usual today. Adding insulation to R-49 would lower heating costs. Budget $1,600 to $2,600.
- Bath fan ends in the attic. The fan of the upper bath blows into the attic and is not vented to the outside; the sheathing above it is stained. Run a duct to the roof. Budget $250 to $500.
# Electrical
The service is 200 amperes, underground, with a panel in the garage. The cover was taken off. A representative number of outlets, switches and lights was tried.
- DuplicateEntry-tapped breaker. Two wires share one screw at breaker 14, a double-tapped breaker that was not made for two. An electrician should move one of them. Budget $150 to $300.
- No GFCI protection at the kitchen counter. The outlets within six feet of the kitchen sink have no GFCI protection, a shock hazard. Replace them with GFCI outlets. Budget $180 to $350.
- Panel known to fail. The panel is of a make whose breakers have failed to trip in tests, a fire hazard. Have an electrician replace the panel. Budget $2,800 to $4,200.
- Ungrounded outlets upstairs. Three outlets in the rear bedroom are ungrounded though they take three-prong plugs. Ground them or protect them by GFCI. Budget $250 to $600.
- Open junction box in the crawl space. A junction box below the hall has no cover, and its conductors are exposed. Fit a cover. Budget $80 to $150.
- Porch light not working. The light at the back porch does not work with a new bulb. Replace the fixture. Budget $120 to $220.
# Plumbing
Water supply is copper and PEX from the street. Waste pipes are ABS where they could be seen. Each fixture was run for several minutes.
- Water heater past its expected life. The water heater was made seventeen years ago and is past its expected life; there is rust at the lower seam. Replace it before it leaks. Budget $1,600 to $2,400.
- No expansion tank. The supply has a pressure regulator, and the water heater lacks an expansion tank. Add one when the heater is replaced. Budget $250 to $400.
- Slow leak below the kitchen sink. The trap below the kitchen sink leaks, and the cabinet floor is stained and swollen. Replace the trap and dry the cabinet. Budget $150 to $450.
- Toilet loose on the floor. The toilet of the hall bath is loose on its flange. Reset it with a new ring and look at the floor below. Budget $200 to $600.
- Sewer line with roots. The camera showed roots in the side sewer at 42 feet and a belly that holds water. Clean the line now, and expect a repair at that place. Budget $3,500 to $8,500.
- Tub drain slow. The tub of the upper bath drains slowly. Clean the stopper and trap. Budget $90 to $180.
- Caulk missing at the shower. Caulk is missing where the shower meets its pan. Re-seal the joint so that water stays out of the wall. Budget $60 to $150.
# Heating and cooling
A gas furnace in the crawl space heats by ducts; it was run by its thermostat through one full cycle. Age and model were read from the plate.
- Furnace past its expected life. The furnace is 22 years old and past its expected life. It ran, but the heat exchanger is rusted. Plan to replace it. Budget $5,200 to $7,800.
- Furnace not serviced. There is no record of service in the last two years, and the filter is dirty. Have it cleaned and serviced annually. Budget $160 to $260.
- Duct disconnected in the crawl space. A supply duct is disconnected below the dining room and blows warm air into the crawl space. Reconnect and seal it. Budget $180 to $400.
- Flue not sloped. The flue of the furnace runs level for nine feet and is rusted at its lowest joint, a safety concern because exhaust can spill. Have it rebuilt with a rising slope. Budget $450 to $900.
- Heat pump noisy. The outdoor unit is noisy at the start and quiet after a minute. Watch for it, and mention it at the next service.
# Interior and safety
All rooms were entered. Windows and doors were tried in each room, appliances through one cycle.
- Smoke alarms missing in two bedrooms. Smoke alarms are missing in two bedrooms, and none of those present is younger than ten years. Replace all of them. Budget $150 to $300.
- No carbon monoxide alarm. There is no carbon monoxide alarm on the sleeping floor, though the furnace burns gas. Add one today. Budget $40 to $80.
- Fogged window panes. Four windows of the living room have failed seals and are fogged between the panes. Replace the glass. Budget $1,100 to $2,000.
- Stain on the dining room ceiling. There is a brown stain two feet wide on the ceiling of the dining room, damp to the meter: an active leak from the bath above. Find its source before it is painted over. Budget $400 to $1,500.
- Range without anti-tip bracket. The range is not secured and tips forward: it lacks its anti-tip bracket. Budget $30 to $90.
- Stairs without a handrail. The stairs to the basement have no handrail over eight steps. Add one. Budget $250 to $450.
- Door rubs at the frame. The door of the rear bedroom rubs at its frame and needs to be planed. Budget $60 to $120.
`;

export type LineStyle = "title" | "heading" | "item" | "text";

interface PaperLine {
  readonly style: LineStyle;
  readonly text: string;
}

export interface Paper {
  readonly running: string;
  /** The drawing of the house on the first page. */
  readonly house: string | null;
  readonly pages: readonly (readonly PaperLine[])[];
}

export type Property = Pick<
  DemoPackage,
  "street" | "city" | "zip" | "area" | "beds" | "baths" | "sqft" | "ageInDays" | "lister" | "house"
>;

/** A page's text, as it is read from its PDF. */
export function textOf(page: readonly PaperLine[]): string {
  return page.map(({ text }) => text).join("\n\n");
}

interface Section {
  readonly heading: string;
  readonly about: string;
  readonly findings: readonly { readonly title: string; readonly text: string }[];
}

const sections: readonly Section[] = reportSections
  .split("\n# ")
  .slice(1)
  .map((section) => {
    const [heading = "", about = "", ...lines] = section.trim().split("\n");
    const findings = lines.map((line) => {
      const [title = ""] = line.slice(2).split(". ");
      return { title, text: line.slice(title.length + 4) };
    });
    return { heading, about, findings };
  });

/** @param number of the house, which decides on its findings @param day as people write it */
export function inspectionReport(property: Property, number: number, day: string): Paper {
  const found = sections.map((section, place) => ({ ...section, findings: findingsOf(section, number + place) }));
  const running = `Cascade Home Inspections · ${property.street}`;
  const facts = [
    [property.beds, "bedrooms"],
    [property.baths, "baths"],
    [property.sqft, "square feet"],
  ].flatMap(([count, unit]) => (count === null ? [] : [`${count} ${unit}`]));
  const cover: PaperLine[] = [
    { style: "title", text: "Inspection report" },
    { style: "heading", text: `${property.street}, ${property.city} ${property.zip}` },
    { style: "text", text: `Inspected on ${day} by Dana Whitlock, licensed home inspector. ${facts.join(", ")}.` },
    { style: "heading", text: "Terms and scope" },
    {
      style: "text",
      text: "This report says what could be seen on one day without opening walls. It is limited to the parts named in it and is no warranty. Estimates of cost are ours; ask the trade before you rely on one.",
    },
    { style: "heading", text: "What is in this report" },
    ...found.map(({ heading, findings }, place): PaperLine => {
      const titles = findings.map(({ title }) => title.toLowerCase()).join("; ");
      return { style: "text", text: `${heading}, page ${place + 2}: ${titles}.` };
    }),
  ];
  const pages = found.map(({ heading, about, findings }): PaperLine[] => [
    { style: "title", text: heading },
    { style: "text", text: about },
    ...findings.flatMap(({ title, text }): PaperLine[] => [
      { style: "item", text: title },
      { style: "text", text },
    ]),
  ]);
  return { running, house: property.house, pages: [cover, ...pages] };
}

/** A sample inspection report of three pages. */
export function sampleReport(): Paper {
  const cover: PaperLine[] = [
    { style: "title", text: "Inspection report" },
    { style: "heading", text: "A sample for buyers" },
    {
      style: "text",
      text: "This is what an inspector sends two days after the visit. Read it with us, and ask what you do not understand before the deadline.",
    },
    { style: "heading", text: "How to read it" },
    ...readingLines.map((text): PaperLine => ({ style: "text", text })),
  ];
  const halves = [sections.slice(0, 3), sections.slice(3)];
  const pages = halves.map((half) =>
    half.flatMap(({ heading, about, findings }): PaperLine[] => [
      { style: "heading", text: heading },
      { style: "text", text: about },
      ...findings.slice(0, 2).flatMap(({ title, text }): PaperLine[] => [
        { style: "item", text: title },
        { style: "text", text },
      ]),
    ]),
  );
  return { running: "Cascade Home Inspections · Sample report", house: "moss", pages: [cover, ...pages] };
}

/** The seller's disclosure, on one page. */
export function sellerDisclosure(): Paper {
  const title: PaperLine = { style: "title", text: "Seller disclosure" };
  return { running: "Seller disclosure", house: "linen", pages: [[title, ...linesOf(disclosureLines)]] };
}

/** The list of trades, on one page. */
export function tradesList(): Paper {
  const title: PaperLine = { style: "title", text: "Trades we call" };
  return { running: "Evergreen Realty · Trades", house: "clay", pages: [[title, ...linesOf(tradeLines)]] };
}

function linesOf(text: string): PaperLine[] {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.startsWith("# ") ? { style: "heading", text: line.slice(2) } : { style: "text", text: line }));
}

function findingsOf({ findings }: Section, number: number): Section["findings"] {
  const count = 2 + (number % 2);
  return Array.from({ length: count }, (_, step) => findings[(number * 3 + step * 2) % findings.length]).flatMap(
    (finding, place, all) => (finding === undefined || all.indexOf(finding) !== place ? [] : [finding]),
  );
}

/** The sheet for visitors of a property. */
export function buyersGuide(
  { street, area, city, house }: Pick<Property, "street" | "area" | "city" | "house">,
  agent: string,
): Paper {
  const names = { street, area: area ?? city, agent };
  const filled = guideLines.replaceAll(/\{(street|area|agent)\}/g, (_, name: keyof typeof names) => names[name]);
  const lines = linesOf(filled);
  const half = lines.findIndex(({ text }) => text === "Inspections");
  const title: PaperLine = { style: "title", text: "Buyers guide" };
  return { running: `Buyers guide · ${street}`, house, pages: [[title, ...lines.slice(0, half)], lines.slice(half)] };
}
