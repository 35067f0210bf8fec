/** What invented inspectors found: in a few words, in a sentence, where, and how bad it is by common sense. */
import type { Severity } from "#server/upstream/inspections/severities.ts";

export interface KnownDefect {
  readonly section: string;
  readonly component: string;
  readonly title: string;
  readonly text: string;
  readonly place: string;
  readonly severity: Severity;
}

type Row = readonly [component: string, title: string, text: string, place: string, severity: Severity];

const rows: Readonly<Record<string, readonly Row[]>> = {
  Roof: [
    [
      "Coverings",
      "Wind-damaged shingles",
      "A dozen shingles on the rear slope have been creased by wind and no longer lie flat.",
      "Rear slope",
      "repair",
    ],
    [
      "Coverings",
      "Granule loss",
      "The shingles above the porch have shed most of their granules and the mat shows through.",
      "Porch",
      "repair",
    ],
    [
      "Coverings",
      "Roof at end of life",
      "The roof covering has reached the end of its useful life and should be budgeted for.",
      "Throughout",
      "major",
    ],
    [
      "Flashings",
      "No kick-out flashing",
      "Kick-out flashing was not installed where the garage roof meets the wall.",
      "Garage",
      "repair",
    ],
    ["Gutters", "Gutters clogged", "Leaves and twigs fill the gutters along the front.", "Front", "maintenance"],
    [
      "Gutters",
      "Downspout drains at foundation",
      "One downspout lets its water out right next to the foundation.",
      "Northwest corner",
      "repair",
    ],
    [
      "Skylights",
      "Skylight stained",
      "There are brown stains on the drywall around the skylight.",
      "Upper hall",
      "repair",
    ],
    ["Coverings", "Moss growth", "Patches of moss are growing on the shaded side of the roof.", "North", "maintenance"],
    [
      "Penetrations",
      "Cracked vent boot",
      "The rubber collar around the plumbing vent has split.",
      "Above bath",
      "repair",
    ],
    [
      "Coverings",
      "Tree limbs on roof",
      "Limbs of the maple rest on the roof and scrape the shingles.",
      "East side",
      "maintenance",
    ],
  ],
  Exterior: [
    [
      "Siding",
      "Rotted trim",
      "The lower end of the corner board is soft and crumbles under a screwdriver.",
      "Southwest corner",
      "repair",
    ],
    [
      "Siding",
      "Stucco cracks",
      "Several diagonal cracks run through the stucco below the windows.",
      "West wall",
      "repair",
    ],
    ["Decks", "Ledger not bolted", "The deck's ledger board is held by nails alone.", "Rear deck", "safety"],
    ["Decks", "Loose guardrail", "The guardrail on the upper deck moves when leaned on.", "Upper deck", "safety"],
    ["Stairs", "No graspable handrail", "The six front steps lack a handrail.", "Entry", "safety"],
    ["Paint", "Peeling paint", "Paint is flaking from the window sills on the weather side.", "South", "maintenance"],
    [
      "Walks",
      "Trip hazard",
      "One slab of the front walk has lifted an inch and a half above the next.",
      "Front walk",
      "safety",
    ],
    ["Grading", "Negative grade", "The soil on the left side falls toward the house.", "Left side", "repair"],
    ["Siding", "Soil contact", "Siding touches the planting bed along the drive.", "Driveway side", "repair"],
    [
      "Caulking",
      "Sealant gaps",
      "Sealant around the hose bib penetration has dried out and pulled away.",
      "Rear",
      "maintenance",
    ],
  ],
  Electrical: [
    [
      "Panel",
      "Double-tapped breaker",
      "Two conductors are landed under a single breaker lug in the main panel.",
      "Basement",
      "safety",
    ],
    [
      "Panel",
      "Federal Pacific panel",
      "The service equipment is of the Federal Pacific brand, whose breakers have a record of failing to trip.",
      "Garage",
      "safety",
    ],
    ["Panel", "Open knockout", "A knockout is missing on the left side of the service panel.", "Laundry", "safety"],
    [
      "Receptacles",
      "No GFCI",
      "The receptacles beside the bathroom basin have no GFCI protection.",
      "Hall bath",
      "safety",
    ],
    [
      "Receptacles",
      "Reversed polarity",
      "A tester showed hot and neutral swapped at an outlet in the study.",
      "Study",
      "safety",
    ],
    ["Receptacles", "Open ground", "Three-prong outlets in the bedrooms have no ground.", "Bedrooms", "safety"],
    ["Wiring", "Exposed splices", "Wire splices in the attic are not inside a box.", "Attic", "safety"],
    ["Wiring", "Aluminum branch wiring", "Solid aluminum wiring feeds the branch circuits.", "Throughout", "safety"],
    ["Fixtures", "Inoperative light", "The light over the side door did not come on.", "Side door", "repair"],
    ["Receptacles", "Missing cover plate", "A switch in the pantry has no cover plate.", "Pantry", "repair"],
  ],
  Plumbing: [
    [
      "Water heater",
      "No TPR discharge pipe",
      "The temperature and pressure relief valve has no discharge pipe.",
      "Garage",
      "safety",
    ],
    [
      "Water heater",
      "Corroded connections",
      "Green and white corrosion covers the fittings on top of the water heater.",
      "Garage",
      "repair",
    ],
    [
      "Water heater",
      "Past expected life",
      "At nineteen years the water heater is well past its expected life.",
      "Garage",
      "major",
    ],
    ["Drains", "S-trap", "An S-trap serves the powder room sink.", "Powder room", "repair"],
    ["Drains", "Slow drain", "The tub in the primary bath drains slowly.", "Primary bath", "repair"],
    ["Toilets", "Rocking toilet", "The hall toilet rocks on its flange.", "Hall bath", "repair"],
    [
      "Supply",
      "Polybutylene supply",
      "Grey polybutylene water lines were seen in the crawl space.",
      "Crawl space",
      "major",
    ],
    ["Faucets", "Dripping faucet", "The laundry faucet drips when shut off.", "Laundry", "repair"],
    [
      "Gas",
      "Missing sediment trap",
      "No sediment trap was present in the gas line at the furnace.",
      "Utility closet",
      "repair",
    ],
    [
      "Supply",
      "Low water pressure",
      "Water flow at the upstairs shower dropped to a trickle when the sink was opened.",
      "Upstairs",
      "repair",
    ],
  ],
  "Heating and Cooling": [
    [
      "Furnace",
      "Cracked heat exchanger",
      "A crack about two inches long is visible in the furnace's heat exchanger.",
      "Basement",
      "safety",
    ],
    ["Furnace", "Dirty filter", "The furnace filter is caked with dust.", "Return grille", "maintenance"],
    [
      "Venting",
      "Single-wall flue",
      "A single-wall flue runs through the attic within an inch of framing.",
      "Attic",
      "safety",
    ],
    ["Cooling", "Poor cooling", "The air conditioner lowered the air by only nine degrees.", "Whole house", "repair"],
    [
      "Cooling",
      "Missing line insulation",
      "Insulation on the refrigerant suction line has come off at the condenser.",
      "Side yard",
      "repair",
    ],
    [
      "Ducts",
      "Disconnected duct",
      "A supply duct in the crawl space has fallen off its boot.",
      "Crawl space",
      "repair",
    ],
    [
      "Cooling",
      "Condensate leak",
      "Condensate has overflowed and rusted the pan below the air handler.",
      "Attic",
      "repair",
    ],
    [
      "Furnace",
      "Service overdue",
      "The furnace has not been serviced since 2016 according to its tag.",
      "Basement",
      "maintenance",
    ],
  ],
  "Structure and Foundation": [
    [
      "Foundation",
      "Horizontal crack",
      "A horizontal crack runs the length of the east foundation wall, which bows inward an inch.",
      "East wall",
      "major",
    ],
    [
      "Foundation",
      "Hairline crack",
      "A hairline shrinkage crack should be watched for change.",
      "Garage slab",
      "monitor",
    ],
    ["Framing", "Notched joists", "Two floor joists were notched deeply for a drain.", "Below bath", "major"],
    [
      "Crawl space",
      "Standing water",
      "Water stood two inches deep at the low end of the crawl space.",
      "Crawl space",
      "major",
    ],
    ["Crawl space", "No vapor barrier", "Bare earth in the crawl space has no vapor barrier.", "Crawl space", "repair"],
    ["Framing", "Termite damage", "Termite tubes and hollow wood were found in the sill plate.", "Rear sill", "major"],
    ["Columns", "Temporary support", "A screw jack stands under the main beam as a support.", "Basement", "major"],
  ],
  "Attic and Insulation": [
    ["Insulation", "Thin insulation", "Attic insulation is only three inches deep.", "Attic", "repair"],
    ["Ventilation", "Bath fan vents to attic", "The bath fan blows its moist air into the attic.", "Attic", "repair"],
    ["Ventilation", "Blocked soffit vents", "Insulation blocks the soffit vents.", "Eaves", "repair"],
    ["Attic", "Rodent droppings", "Mouse droppings are scattered over the insulation.", "Attic", "repair"],
    ["Attic", "Sheathing stains", "Dark stains on the roof sheathing suggest past moisture.", "North side", "repair"],
  ],
  "Interior and Garage": [
    [
      "Windows",
      "Fogged glass",
      "The double glazing in the breakfast room has fogged between its panes.",
      "Breakfast room",
      "repair",
    ],
    ["Doors", "Door does not latch", "The closet door rubs on its frame and will not latch.", "Bedroom 2", "repair"],
    ["Ceilings", "Water stain", "A round water stain marks the dining room ceiling.", "Dining room", "repair"],
    [
      "Stairs",
      "Baluster spacing",
      "Balusters on the stair are six inches apart, wide enough for a child's head.",
      "Stair",
      "safety",
    ],
    ["Alarms", "Missing smoke alarms", "Smoke alarms are absent from the bedrooms.", "Bedrooms", "safety"],
    ["Alarms", "No CO alarm", "There is no carbon monoxide alarm on the sleeping level.", "Upper floor", "safety"],
    [
      "Garage door",
      "No auto-reverse",
      "The garage door did not reverse on the block placed below it.",
      "Garage",
      "safety",
    ],
    [
      "Fire separation",
      "Door not self-closing",
      "The door between the garage and the kitchen is not fire rated.",
      "Garage",
      "safety",
    ],
    ["Appliances", "Plastic dryer duct", "The dryer is vented with white plastic duct.", "Laundry", "safety"],
    [
      "Appliances",
      "No anti-tip bracket",
      "The range tips forward since its anti-tip bracket is missing.",
      "Kitchen",
      "safety",
    ],
    [
      "Appliances",
      "Dishwasher leaks",
      "Water ran from below the dishwasher door during its cycle.",
      "Kitchen",
      "repair",
    ],
    ["Floors", "Loose tiles", "Four floor tiles in the entry sound hollow and move underfoot.", "Entry", "repair"],
    ["Fireplace", "Damper stuck", "The fireplace damper will not open.", "Living room", "repair"],
    ["Windows", "Windows painted shut", "Most of the bedroom windows are painted shut.", "Bedrooms", "repair"],
  ],
};

export const knownDefects: readonly KnownDefect[] = Object.entries(rows).flatMap(([section, ofSection]) =>
  ofSection.map(([component, title, text, place, severity]) => ({ section, component, title, text, place, severity })),
);

/** What inspectors write of what is as it should be, or was not looked at. */
export const fineSentences: Readonly<Record<string, readonly string[]>> = {
  Roof: [
    "The roof was viewed from a ladder at the eaves.",
    "Flashings appeared intact where visible.",
    "The covering is architectural asphalt shingle.",
  ],
  Exterior: ["The cladding is fiber cement and appeared sound.", "The driveway is concrete in serviceable condition."],
  Electrical: [
    "Service is 200 amps, 120/240 volts, with copper feeders.",
    "Smoke alarms responded to the test button.",
    "The panel was opened and its wiring appeared neat.",
  ],
  Plumbing: [
    "Supply pipes are copper where visible.",
    "Water pressure was 58 psi, which is within the normal range.",
    "No leaks were seen below the kitchen sink.",
  ],
  "Heating and Cooling": [
    "The furnace fired on demand and operated normally.",
    "The heat pump was not tested in cooling mode because of the season.",
  ],
  "Structure and Foundation": ["The foundation is poured concrete.", "No signs of unusual movement were observed."],
  "Attic and Insulation": [
    "The attic was entered through the hall hatch.",
    "Ridge and soffit vents provide adequate ventilation.",
  ],
  "Interior and Garage": [
    "Walls and ceilings are drywall in good condition.",
    "A representative number of windows was operated.",
    "The oven and cooktop worked.",
  ],
};
